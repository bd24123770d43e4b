import { useState } from 'react';
import { Button, Flex, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SkillHistory } from '@contract/evidence.responses';
import { useApiQuery } from '@/api/use-api-query';
import { formatCount } from '@/components/format';
import { FailedState, StatePanel } from '@/components/state-panels';
import { groupByTarget, type SkillLine as Line } from '@/features/learner/skills/own-skills';
import { TargetsMet } from '@/features/learner/skills/skill-groups';
import { useOwnSkills } from '@/features/learner/skills/use-own-skills';
import { useExplainedCell } from '@/features/reports/report-url';
import { ExplainDrawer } from '@/features/reports/explain/explain-drawer';
import { findTimeRange, type TimeRange } from './timeline-scale';
import { EVIDENCE_MARK, levelLineProps, TARGET_LINE } from './skill-timeline';
import { PastSkillRow, SkillRow } from './skill-row';

/** Skills per group before "show all": each draws an SVG. */
const VISIBLE_SKILLS = 20;
const GROUPS = ['gaps', 'met', 'others'] as const;

/** Skills against targets, each with its timeline and the evidence of every step. See docs/skill-levels.md. */
export function SkillsTab({ staffId }: { staffId: string }) {
  const { t } = useTranslation();
  const ownSkills = useOwnSkills(staffId);
  const history = useApiQuery('reports/skill-history', { staff_id: staffId });
  const explanation = useExplainedCell();
  const failedQuery = ownSkills.isError ? ownSkills : history.isError ? history : null;
  if (failedQuery) return <FailedState error={failedQuery.error} retry={() => void failedQuery.refetch()} />;
  if (!ownSkills.data || !history.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const { skills, on } = history.data;
  const timeRange = findTimeRange(skills, on);
  const historyBySkill = new Map(skills.map((skill) => [skill.skill_id, skill]));
  const groups = groupByTarget(ownSkills.data.lines);
  const currentIds = new Set(ownSkills.data.lines.map(({ skill_id }) => skill_id));
  const pastSkills = skills.filter(({ skill_id, levels }) => levels.length > 0 && !currentIds.has(skill_id));
  if (currentIds.size + pastSkills.length === 0)
    return (
      <section className="sg-card">
        <StatePanel drawing="empty" title={t('person.none.skills_title')} text={t('person.none.skills')} />
      </section>
    );
  return (
    <>
      <TargetsMet totals={ownSkills.data.totals} />
      <TimelineLegend />
      {GROUPS.map((name) => (
        <SkillHistoryGroup
          key={name}
          name={name}
          lines={groups[name]}
          {...{ historyBySkill, timeRange }}
          explain={(skill_id) => explanation.open({ staff_id: staffId, skill_id })}
        />
      ))}
      {pastSkills.length > 0 && (
        <section className="sg-mb-24" aria-labelledby="person-past">
          <h2 id="person-past">{t('person.past')}</h2>
          <ul className="sg-stack sg-gap-8 prs-skills">
            {pastSkills.map((skill) => (
              <PastSkillRow key={skill.skill_id} skill={skill} timeRange={timeRange} />
            ))}
          </ul>
        </section>
      )}
      <ExplainDrawer cell={explanation.cell} on={undefined} close={() => explanation.open(null)} />
    </>
  );
}

function SkillHistoryGroup(props: {
  name: (typeof GROUPS)[number];
  lines: readonly Line[];
  historyBySkill: ReadonlyMap<string, SkillHistory>;
  timeRange: TimeRange;
  explain: (skill_id: string) => void;
}) {
  const { name, lines, historyBySkill, timeRange, explain } = props;
  const { t, i18n } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  if (lines.length === 0) return null;
  const visibleLines = showsAll ? lines : lines.slice(0, VISIBLE_SKILLS);
  return (
    <section className="sg-mb-24" aria-labelledby={`person-${name}`}>
      <h2 id={`person-${name}`}>{t(`learner.skills.group.${name}`)}</h2>
      <ul className="sg-stack sg-gap-8 prs-skills">
        {visibleLines.map((line) => (
          <SkillRow
            key={line.skill_id}
            line={line}
            skill={historyBySkill.get(line.skill_id)}
            timeRange={timeRange}
            explain={() => explain(line.skill_id)}
          />
        ))}
      </ul>
      {visibleLines.length < lines.length && (
        <Button onClick={() => setShowsAll(true)}>
          {t('person.all_skills', { count: lines.length, n: formatCount(lines.length, i18n.language) })}
        </Button>
      )}
    </section>
  );
}

function TimelineLegend() {
  const { t } = useTranslation();
  return (
    <Flex wrap gap="4px 20px" component="p" className="prs-legend sg-small sg-soft" aria-hidden="true">
      {(['level', 'target', 'ahead', 'given'] as const).map((mark) => (
        <span key={mark} className="sg-inline sg-gap-8">
          <svg width="24" height="8">
            {mark === 'given' ? (
              <circle {...EVIDENCE_MARK} cx="12" cy="4" r="3.5" />
            ) : (
              <line
                {...(mark === 'target' ? TARGET_LINE : levelLineProps(mark === 'ahead'))}
                x1="0"
                x2="24"
                y1="4"
                y2="4"
              />
            )}
          </svg>
          {t(`person.line.legend.${mark}`)}
        </span>
      ))}
    </Flex>
  );
}
