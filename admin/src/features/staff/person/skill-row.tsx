import { Button, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SkillHistory } from '@contract/evidence-answers';
import { formatDay } from '@/components/format';
import { LevelRing } from '@/components/level-ring';
import { CELL_LOOK } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import type { SkillLine as Line } from '@/features/learner/skills/own-skills';
import type { Stretch } from './history-line';
import { SkillLine } from './skill-line';
import { useStepWords } from './step-words';

/** The ring, what it says in words, what closes the gap, and the way there as a line. */
export function SkillRow(props: {
  line: Line;
  skill: SkillHistory | undefined;
  stretch: Stretch;
  explain: () => void;
}) {
  const { line, skill, stretch, explain } = props;
  const { t, i18n } = useTranslation();
  const look = CELL_LOOK[line.status];
  const facts = [
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
              <p className="sg-soft">{facts.filter(Boolean).join(' · ')}</p>
              <Flex wrap align="center" gap="4px 12px" component="span">
                {line.status !== 'NONE' && (
                  <StatusTag tone={look.tone} {...(look.glyph && { glyph: look.glyph })}>
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
        {skill && <Way skill={skill} stretch={stretch} />}
      </Flex>
    </li>
  );
}

/** What they could do once: not employed today, or nothing of it counts any more. */
export function PastSkill({ skill, stretch }: { skill: SkillHistory; stretch: Stretch }) {
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
        <Way skill={skill} stretch={stretch} />
      </Flex>
    </li>
  );
}

function Way({ skill, stretch }: { skill: SkillHistory; stretch: Stretch }) {
  const { t } = useTranslation();
  const words = useStepWords();
  return (
    <Flex vertical flex="1 1 320px">
      <SkillLine skill={skill} stretch={stretch} />
      {skill.levels.length === 0 ? (
        <p className="sg-soft">{t('person.line.none')}</p>
      ) : (
        <details>
          <summary>{t('person.line.steps', { count: skill.levels.length })}</summary>
          <ol reversed className="sg-soft">
            {skill.levels.toReversed().map((step) => (
              <li key={step.from_date}>{words(step)}</li>
            ))}
          </ol>
        </details>
      )}
    </Flex>
  );
}
