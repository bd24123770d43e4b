import { Button } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RowsAnswer } from '@contract/report-answers';
import { usePageTitle } from '@/app/layout/page-title';
import { http } from '@/app/providers/http';
import { formatDay, formatCount } from '@/kit/format';
import { LevelRing } from '@/kit/level-ring';
import { PageHeader } from '@/kit/page-header';
import { FailedState, StatePanel } from '@/kit/states';
import { CELL_LOOK } from '@/kit/status';
import { LEARNER } from '../learner-data';
import { LearnerTabs, StaffOnly, Waiting } from '../learner-frame';
import { percentWords } from '../learner-words';
import { bySkill, groupsOf, type OwnSkill, type OwnTarget, type SkillLine } from './own-skills';
import './skills.css';

async function ownSkills(staff_id: string) {
  const ask = async <R,>(path: string) =>
    (await http.get<RowsAnswer<R>>(`/api/reports/${path}`, { params: { staff_id } })).data;
  const [held, targeted] = await Promise.all([ask<OwnSkill>('skill-wise'), ask<OwnTarget>('targeted-skills')]);
  return { lines: bySkill(held.rows, targeted.rows), totals: targeted.totals };
}

/** /my-skills: what the learner can do today, what is asked of them, what is missing and what closes it. */
export function MySkillsPage() {
  const { t } = useTranslation();
  usePageTitle(t('learner.skills.title'));
  return (
    <div className="lr-page">
      <PageHeader title={t('learner.skills.title')} sentence={t('learner.skills.sentence')} />
      <LearnerTabs />
      <StaffOnly>{(staffId) => <Skills staffId={staffId} />}</StaffOnly>
    </div>
  );
}

function Skills({ staffId }: { staffId: string }) {
  const { t } = useTranslation();
  const { data, isError, error, refetch } = useQuery({
    queryKey: [LEARNER, 'skills', staffId],
    queryFn: () => ownSkills(staffId),
  });
  if (isError) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.lines.length === 0)
    return (
      <section className="sg-card">
        <StatePanel drawing="empty" title={t('learner.skills.empty_title')} text={t('learner.skills.empty_text')} />
      </section>
    );
  const { gaps, met, others } = groupsOf(data.lines);
  return (
    <>
      <Summary totals={data.totals} />
      <Group name="gaps" lines={gaps} />
      <Group name="met" lines={met} />
      <Group name="others" lines={others} />
    </>
  );
}

function Summary({ totals }: { totals: RowsAnswer['totals'] }) {
  const { t, i18n } = useTranslation();
  const number = (value: number | null | undefined) => formatCount(value ?? 0, i18n.language);
  // Nothing required is neither 0 nor 100 (reports.md §3).
  if (!totals['required']) return <p className="lr-soft lr-skill-sum">{t('learner.skills.nothing_required')}</p>;
  const words = t('learner.skills.sum', {
    compliant: number(totals['compliant']),
    required: number(totals['required']),
    share: percentWords(totals['compliance'] ?? 0, i18n.language),
  });
  return <p className="lr-skill-sum">{words}</p>;
}

function Group({ name, lines }: { name: 'gaps' | 'met' | 'others'; lines: readonly SkillLine[] }) {
  const { t } = useTranslation();
  if (lines.length === 0) return null;
  return (
    <section className="lr-skill-group" aria-labelledby={`skills-${name}`}>
      <h2 id={`skills-${name}`}>{t(`learner.skills.group.${name}`)}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line.skill_id} className="sg-card">
            <Line line={line} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Line({ line }: { line: SkillLine }) {
  const { t, i18n } = useTranslation();
  const facts = [
    t('learner.result.level', { level: line.level }),
    line.target !== null && t('learner.skills.target', { target: line.target }),
    line.valid_until && t('learner.result.until', { day: formatDay(line.valid_until, i18n.language) }),
  ];
  return (
    <>
      <LevelRing level={line.level} target={line.target} status={line.status} size={48} />
      <div className="lr-skill-text">
        <strong>{line.skill_name}</strong>
        <span className="lr-soft">{facts.filter(Boolean).join(' · ')}</span>
        <span className={`lr-tone kit-tone-${CELL_LOOK[line.status].tone}`}>{t(`kit.cell_status.${line.status}`)}</span>
      </div>
      {line.suggested_training_id && (
        <div className="lr-skill-way">
          <span className="lr-soft">{t('learner.skills.suggested')}</span>
          {line.due_on ? (
            <Link to={`/my-training/${line.suggested_training_id}`}>
              <Button tabIndex={-1}>{line.suggested_training}</Button>
            </Link>
          ) : (
            <span>{line.suggested_training}</span>
          )}
        </div>
      )}
    </>
  );
}
