import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RowsReportResponse } from '@contract/report.responses';
import { LinkButton } from '@/components/link-button';
import { formatCount, formatDay, formatShare } from '@/components/format';
import { LevelRing } from '@/components/level-ring';
import { CELL_LOOK } from '@/components/status';
import type { SkillLine } from './own-skills';
import './skills.css';

/** "3 of 7 targets met (42%)." Without targets there is no share, see docs/skill-levels.md. */
export function TargetsMet({ totals }: { totals: RowsReportResponse['totals'] }) {
  const { t, i18n } = useTranslation();
  const number = (value: number | null | undefined) => formatCount(value ?? 0, i18n.language);
  if (!totals['required']) return <p className="lr-skill-sum sg-soft">{t('learner.skills.nothing_required')}</p>;
  const text = t('learner.skills.sum', {
    count: totals['required'],
    compliant: number(totals['compliant']),
    required: number(totals['required']),
    share: formatShare(totals['compliance'], i18n.language),
  });
  return <p className="lr-skill-sum">{text}</p>;
}

export function SkillGroup({ name, lines }: { name: 'gaps' | 'met' | 'others'; lines: readonly SkillLine[] }) {
  const { t } = useTranslation();
  if (lines.length === 0) return null;
  return (
    <section className="lr-skill-group" aria-labelledby={`skills-${name}`}>
      <h2 id={`skills-${name}`} className="sg-mb-8">
        {t(`learner.skills.group.${name}`)}
      </h2>
      <Flex component="ul" vertical gap={12}>
        {lines.map((line) => (
          <Flex key={line.skill_id} component="li" className="sg-card" wrap align="center" gap="12px 20px">
            <SkillDetails line={line} />
            <SuggestedTraining line={line} />
          </Flex>
        ))}
      </Flex>
    </section>
  );
}

/** The level as a ring, the skill name, and the same values as text. */
export function SkillDetails({ line, size = 48 }: { line: SkillLine; size?: number }) {
  const { t, i18n } = useTranslation();
  const details = [
    t('learner.result.level', { level: line.level }),
    line.target !== null && t('learner.skills.target', { target: line.target }),
    line.valid_until && t('learner.result.until', { day: formatDay(line.valid_until, i18n.language) }),
  ];
  return (
    <>
      <LevelRing level={line.level} target={line.target} status={line.status} size={size} />
      <Flex vertical flex="1 1 180px">
        <strong>{line.skill_name}</strong>
        <span className="sg-soft">{details.filter(Boolean).join(' · ')}</span>
        <span className={`sg-toned kit-tone-${CELL_LOOK[line.status].tone}`}>
          {t(`kit.cell_status.${line.status}`)}
        </span>
      </Flex>
    </>
  );
}

/** The training that closes the gap. Links to the assigned training, else to the catalogue. */
export function SuggestedTraining({ line }: { line: SkillLine }) {
  const { t } = useTranslation();
  if (!line.suggested_training_id) return null;
  return (
    <Flex className="lr-skill-way" vertical align="start" gap={4}>
      <span className="sg-soft">{t('learner.skills.suggested')}</span>
      {line.due_on ? (
        <LinkButton to={`/my-training/${line.suggested_training_id}`}>{line.suggested_training}</LinkButton>
      ) : (
        <Link to={`/training?show=${line.suggested_training_id}`}>{line.suggested_training}</Link>
      )}
    </Flex>
  );
}
