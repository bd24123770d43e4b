import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RowsReportResponse } from '@contract/report.responses';
import { formatDay } from '@/components/format';
import { LevelRing } from '@/components/level-ring';
import { QueryState } from '@/components/state-panels';
import { CardSkeleton } from '../learner-frame';
import { groupByTarget, type SkillLine } from '../skills/own-skills';
import { SuggestedTraining, SkillDetails, TargetsMet } from '../skills/skill-groups';
import { useRecentGains } from './recent-gains';
import styles from './day.module.css';

const ROW_LIMIT = 5;

/** The own levels against their targets: a summary sentence and one ring for each target. */
export function SkillSummary({ lines, totals }: { lines: readonly SkillLine[]; totals: RowsReportResponse['totals'] }) {
  const { t } = useTranslation();
  const { gaps, met } = groupByTarget(lines);
  const required = [...met, ...gaps];
  return (
    <section className="sg-card" aria-labelledby="day-skills">
      <Flex className="lr-day-head" wrap justify="space-between" align="baseline" gap="4px 16px">
        <h2 id="day-skills">{t('learner.skills.title')}</h2>
        <Link to="/my-skills">{t('learner.day.all_skills')}</Link>
      </Flex>
      <TargetsMet totals={totals} />
      {required.length > 0 && (
        <ul className={styles.rings}>
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

/** The widest gaps, each with the suggested training. */
export function SkillGaps({ lines }: { lines: readonly SkillLine[] }) {
  const { t } = useTranslation();
  const { gaps } = groupByTarget(lines);
  if (gaps.length === 0) return null;
  return (
    <section className="sg-card" aria-labelledby="day-missing">
      <h2 id="day-missing">{t('learner.day.missing')}</h2>
      <ul className="sg-lines sg-entries">
        {gaps.slice(0, ROW_LIMIT).map((line) => (
          <li key={line.skill_id}>
            <SkillDetails line={line} size={40} />
            <SuggestedTraining line={line} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function RecentGains({ staffId }: { staffId: string }) {
  const { t, i18n } = useTranslation();
  const gains = useRecentGains(staffId);
  if (!gains.data) return <QueryState query={gains} waiting={<CardSkeleton />} />;
  return (
    <section className="sg-card" aria-labelledby="day-gained">
      <h2 id="day-gained">{t('learner.day.gained')}</h2>
      {gains.data.length === 0 ? (
        <p className="sg-soft">{t('learner.day.nothing_gained')}</p>
      ) : (
        <ul className="sg-lines sg-entries">
          {gains.data.map(({ evidence, skill_name }) => (
            <li key={evidence.evidence_id}>
              <LevelRing level={evidence.level} size={36} />
              <Flex vertical flex="1 1 180px">
                <strong>{skill_name}</strong>
                <span className="sg-soft">
                  {[
                    t(`skill-evidence.choices.kind.${evidence.kind}`),
                    formatDay(evidence.effective_date, i18n.language),
                  ].join(' · ')}
                </span>
                {evidence.state === 'pending' && <span className="sg-warning">{t('learner.result.pending')}</span>}
              </Flex>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
