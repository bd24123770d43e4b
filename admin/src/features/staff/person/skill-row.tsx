import { Button, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SkillHistory } from '@contract/evidence.responses';
import { formatDay } from '@/components/format';
import { LevelRing } from '@/components/level-ring';
import { CELL_LOOK } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import type { SkillLine as Line } from '@/features/learner/skills/own-skills';
import type { TimeRange } from './timeline-scale';
import { SkillTimeline } from './skill-timeline';
import { useLevelStepText } from './use-level-step-text';

/** A skill with its level, target, suggested training and timeline. */
export function SkillRow(props: {
  line: Line;
  skill: SkillHistory | undefined;
  timeRange: TimeRange;
  explain: () => void;
}) {
  const { line, skill, timeRange, explain } = props;
  const { t, i18n } = useTranslation();
  const appearance = CELL_LOOK[line.status];
  const parts = [
    t('learner.result.level', { level: line.level }),
    line.target !== null && t('learner.skills.target', { target: line.target }),
    line.valid_until && t('learner.result.until', { day: formatDay(line.valid_until, i18n.language) }),
  ];
  return (
    <li className="sg-card">
      <Flex wrap gap="8px 20px">
        <Flex vertical flex="1 1 280px">
          <Flex gap={20} align="start">
            <LevelRing level={line.level} target={line.target} status={line.status} size={44} />
            <div className="sg-grow">
              <h3>
                <bdi>{line.skill_name}</bdi>
              </h3>
              <p className="sg-soft">{parts.filter(Boolean).join(' · ')}</p>
              <Flex wrap align="center" gap="4px 12px" component="span">
                {line.status !== 'NONE' && (
                  <StatusTag tone={appearance.tone} {...(appearance.glyph && { glyph: appearance.glyph })}>
                    {t(`kit.cell_status.${line.status}`)}
                  </StatusTag>
                )}
                {(line.gap ?? 0) > 0 && <span>{t('reports.cards.gap', { count: line.gap, gap: line.gap })}</span>}
                <Button type="link" size="small" onClick={explain}>
                  {t('person.why')}
                  <span className="sg-visually-hidden">: {line.skill_name}</span>
                </Button>
              </Flex>
              {line.suggested_training_id && (
                <p className="sg-soft">
                  {t('learner.skills.suggested')}{' '}
                  <Link to={`/training?show=${line.suggested_training_id}`}>
                    <bdi>{line.suggested_training}</bdi>
                  </Link>
                  {line.due_on && ` · ${t('person.due', { day: formatDay(line.due_on, i18n.language) })}`}
                </p>
              )}
            </div>
          </Flex>
        </Flex>
        {skill && <LevelHistory skill={skill} timeRange={timeRange} />}
      </Flex>
    </li>
  );
}

/** A skill without a current level: the person has left, or no evidence counts any more. */
export function PastSkillRow({ skill, timeRange }: { skill: SkillHistory; timeRange: TimeRange }) {
  return (
    <li className="sg-card">
      <Flex wrap gap="8px 20px">
        <Flex vertical flex="1 1 280px">
          <Flex gap={20} align="start">
            <LevelRing level={null} size={44} />
            <h3>
              <bdi>{skill.skill_name}</bdi>
            </h3>
          </Flex>
        </Flex>
        <LevelHistory skill={skill} timeRange={timeRange} />
      </Flex>
    </li>
  );
}

function LevelHistory({ skill, timeRange }: { skill: SkillHistory; timeRange: TimeRange }) {
  const { t } = useTranslation();
  const stepText = useLevelStepText();
  return (
    <Flex vertical flex="1 1 320px">
      <SkillTimeline skill={skill} timeRange={timeRange} />
      {skill.levels.length === 0 ? (
        <p className="sg-soft">{t('person.line.none')}</p>
      ) : (
        <details>
          <summary>{t('person.line.steps', { count: skill.levels.length })}</summary>
          <ol reversed className="sg-soft">
            {skill.levels.toReversed().map((step) => (
              <li key={step.from_date}>{stepText(step)}</li>
            ))}
          </ol>
        </details>
      )}
    </Flex>
  );
}
