import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RowsAnswer } from '@contract/report-answers';
import { formatDay } from '@/components/format';
import { LevelRing } from '@/components/level-ring';
import { FailedState } from '@/components/states';
import { Waiting } from '../learner-frame';
import { groupsOf, type SkillLine } from '../skills/own-skills';
import { ClosedBy, SkillFacts, TargetsMet } from '../skills/skill-groups';
import { useLately } from './lately';

const SHOWN = 5;

/** Own levels against targets: the sentence, and each target as its ring. */
export function Standing({ lines, totals }: { lines: readonly SkillLine[]; totals: RowsAnswer['totals'] }) {
  const { t } = useTranslation();
  const { gaps, met } = groupsOf(lines);
  const required = [...met, ...gaps];
  return (
    <section className="sg-card lr-day-panel" aria-labelledby="day-skills">
      <div className="lr-day-head sg-wrap sg-between">
        <h2 id="day-skills">{t('learner.skills.title')}</h2>
        <Link to="/my-skills">{t('learner.day.all_skills')}</Link>
      </div>
      <TargetsMet totals={totals} />
      {required.length > 0 && (
        <ul className="lr-day-rings">
          {required.map((line) => (
            <li key={line.skill_id} title={line.skill_name}>
              <LevelRing level={line.level} target={line.target} status={line.status} size={40} />
              <span>{line.skill_name}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The widest gaps, each with the training that closes it. */
export function Missing({ lines }: { lines: readonly SkillLine[] }) {
  const { t } = useTranslation();
  const { gaps } = groupsOf(lines);
  if (gaps.length === 0) return null;
  return (
    <section className="sg-card lr-day-panel" aria-labelledby="day-missing">
      <h2 id="day-missing">{t('learner.day.missing')}</h2>
      <ul className="sg-lines sg-entries">
        {gaps.slice(0, SHOWN).map((line) => (
          <li key={line.skill_id}>
            <SkillFacts line={line} size={40} />
            <ClosedBy line={line} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function LatelyGained({ staffId }: { staffId: string }) {
  const { t, i18n } = useTranslation();
  const lately = useLately(staffId);
  if (lately.isError) return <FailedState error={lately.error} retry={() => void lately.refetch()} />;
  if (!lately.data) return <Waiting />;
  return (
    <section className="sg-card lr-day-panel" aria-labelledby="day-gained">
      <h2 id="day-gained">{t('learner.day.gained')}</h2>
      {lately.data.length === 0 ? (
        <p className="sg-soft">{t('learner.day.nothing_gained')}</p>
      ) : (
        <ul className="sg-lines sg-entries">
          {lately.data.map(({ evidence, skill_name }) => (
            <li key={evidence.evidence_id}>
              <LevelRing level={evidence.level} size={36} />
              <div>
                <strong>{skill_name}</strong>
                <span className="sg-soft">
                  {[
                    t(`skill-evidence.choices.kind.${evidence.kind}`),
                    formatDay(evidence.effective_date, i18n.language),
                  ].join(' · ')}
                </span>
                {evidence.state === 'pending' && <span className="sg-warning">{t('learner.result.pending')}</span>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
