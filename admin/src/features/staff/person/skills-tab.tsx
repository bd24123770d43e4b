import { useState } from 'react';
import { Button, Flex, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SkillHistory } from '@contract/evidence-answers';
import { useApiQuery } from '@/api/use-api-query';
import { formatCount } from '@/components/format';
import { FailedState, StatePanel } from '@/components/states';
import { groupsOf, type SkillLine as Line } from '@/features/learner/skills/own-skills';
import { TargetsMet } from '@/features/learner/skills/skill-groups';
import { useOwnSkills } from '@/features/learner/skills/use-own-skills';
import { useExplained } from '@/features/reports/address';
import { ExplainDrawer } from '@/features/reports/explain/explain-drawer';
import { stretchOf, type Stretch } from './history-line';
import { GIVEN, levelLine, TARGET } from './skill-line';
import { PastSkill, SkillRow } from './skill-row';

/** Skills shown at once: each has a drawing of its own. */
const SHOWN = 20;
const GROUPS = ['gaps', 'met', 'others'] as const;

/** Skills against targets, each with its line over the days and what gave every step of it. */
export function SkillsTab({ staffId }: { staffId: string }) {
  const { t } = useTranslation();
  const held = useOwnSkills(staffId);
  const history = useApiQuery('reports/skill-history', { staff_id: staffId });
  const explained = useExplained();
  const failed = held.isError ? held : history.isError ? history : null;
  if (failed) return <FailedState error={failed.error} retry={() => void failed.refetch()} />;
  if (!held.data || !history.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const { skills, on } = history.data;
  const stretch = stretchOf(skills, on);
  const known = new Map(skills.map((skill) => [skill.skill_id, skill]));
  const groups = groupsOf(held.data.lines);
  const now = new Set(held.data.lines.map(({ skill_id }) => skill_id));
  const past = skills.filter(({ skill_id, levels }) => levels.length > 0 && !now.has(skill_id));
  if (now.size + past.length === 0)
    return (
      <section className="sg-card">
        <StatePanel drawing="empty" title={t('person.none.skills_title')} text={t('person.none.skills')} />
      </section>
    );
  return (
    <>
      <TargetsMet totals={held.data.totals} />
      <Legend />
      {GROUPS.map((name) => (
        <Group
          key={name}
          name={name}
          lines={groups[name]}
          {...{ known, stretch }}
          explain={(skill_id) => explained.open({ staff_id: staffId, skill_id })}
        />
      ))}
      {past.length > 0 && (
        <section className="sg-mb-24" aria-labelledby="person-past">
          <h2 id="person-past">{t('person.past')}</h2>
          <ul className="sg-stack sg-gap-8 prs-skills">
            {past.map((skill) => (
              <PastSkill key={skill.skill_id} skill={skill} stretch={stretch} />
            ))}
          </ul>
        </section>
      )}
      <ExplainDrawer cell={explained.cell} on={undefined} close={() => explained.open(null)} />
    </>
  );
}

function Group(props: {
  name: (typeof GROUPS)[number];
  lines: readonly Line[];
  known: ReadonlyMap<string, SkillHistory>;
  stretch: Stretch;
  explain: (skill_id: string) => void;
}) {
  const { name, lines, known, stretch, explain } = props;
  const { t, i18n } = useTranslation();
  const [all, showAll] = useState(false);
  if (lines.length === 0) return null;
  const shown = all ? lines : lines.slice(0, SHOWN);
  return (
    <section className="sg-mb-24" aria-labelledby={`person-${name}`}>
      <h2 id={`person-${name}`}>{t(`learner.skills.group.${name}`)}</h2>
      <ul className="sg-stack sg-gap-8 prs-skills">
        {shown.map((line) => (
          <SkillRow
            key={line.skill_id}
            line={line}
            skill={known.get(line.skill_id)}
            stretch={stretch}
            explain={() => explain(line.skill_id)}
          />
        ))}
      </ul>
      {shown.length < lines.length && (
        <Button onClick={() => showAll(true)}>
          {t('person.all_skills', { count: lines.length, n: formatCount(lines.length, i18n.language) })}
        </Button>
      )}
    </section>
  );
}

function Legend() {
  const { t } = useTranslation();
  return (
    <Flex wrap gap="4px 20px" component="p" className="prs-legend sg-small sg-soft" aria-hidden="true">
      {(['level', 'target', 'ahead', 'given'] as const).map((what) => (
        <span key={what} className="sg-inline sg-gap-8">
          <svg width="24" height="8">
            {what === 'given' ? (
              <circle {...GIVEN} cx="12" cy="4" r="3.5" />
            ) : (
              <line {...(what === 'target' ? TARGET : levelLine(what === 'ahead'))} x1="0" x2="24" y1="4" y2="4" />
            )}
          </svg>
          {t(`person.line.legend.${what}`)}
        </span>
      ))}
    </Flex>
  );
}
