import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RowsAnswer } from '@contract/report-answers';
import { formatDay } from '@/components/format';
import { LevelRing } from '@/components/level-ring';
import { QueryState } from '@/components/states';
import { Waiting } from '../learner-frame';
import { groupsOf, type SkillLine } from '../skills/own-skills';
import { ClosedBy, SkillFacts, TargetsMet } from '../skills/skill-groups';
import { useLately } from './lately';
import styles from './day.module.css';

const SHOWN = 5;

/** Own levels against targets: the sentence, and each target as its ring. */
export function Standing({ lines, totals }: { lines: readonly SkillLine[]; totals: RowsAnswer['totals'] }) {
  const { t } = useTranslation();
  const { gaps, met } = groupsOf(lines);
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

/** The widest gaps, each with the training that closes it. */
export function Missing({ lines }: { lines: readonly SkillLine[] }) {
  const { t } = useTranslation();
  const { gaps } = groupsOf(lines);
  if (gaps.length === 0) return null;
  return (
    <section className="sg-card" aria-labelledby="day-missing">
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
  if (!lately.data) return <QueryState query={lately} waiting={<Waiting />} />;
  return (
    <section className="sg-card" aria-labelledby="day-gained">
      <h2 id="day-gained">{t('learner.day.gained')}</h2>
      {lately.data.length === 0 ? (
        <p className="sg-soft">{t('learner.day.nothing_gained')}</p>
      ) : (
        <ul className="sg-lines sg-entries">
          {lately.data.map(({ evidence, skill_name }) => (
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
