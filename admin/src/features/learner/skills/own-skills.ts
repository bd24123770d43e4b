import i18next from 'i18next';
import type { SkillsOfPersonResponse, TargetsOfPersonResponse } from '@contract/report.responses';
import { nameComparator } from '@/components/format';

export type OwnSkill = SkillsOfPersonResponse['rows'][number];
/** An `OwnSkill` with the training that closes its gap. */
export type OwnTarget = TargetsOfPersonResponse['rows'][number];
export type SkillLine = OwnSkill & Partial<Omit<OwnTarget, keyof OwnSkill>>;

/** Merges both reports into one line for each skill. Values of `targets` win. */
export function mergeSkillsAndTargets(skills: readonly OwnSkill[], targets: readonly OwnTarget[]): SkillLine[] {
  const lines = new Map<string, SkillLine>(skills.map((row) => [row.skill_id, row]));
  for (const row of targets) lines.set(row.skill_id, { ...lines.get(row.skill_id), ...row });
  return [...lines.values()];
}

/** Splits skills into gaps (widest first), met targets, and skills without a target. See docs/skill-levels.md. */
export function groupByTarget(lines: readonly SkillLine[]) {
  const gapOf = ({ target, level }: SkillLine) => Math.max(0, (target ?? 0) - level);
  const byName = (a: SkillLine, b: SkillLine) => nameComparator(i18next.language)(a.skill_name, b.skill_name);
  const required = lines.filter(({ target, status }) => target !== null && target > 0 && status !== 'NA');
  return {
    gaps: required.filter((line) => gapOf(line) > 0).sort((a, b) => gapOf(b) - gapOf(a) || byName(a, b)),
    met: required.filter((line) => gapOf(line) === 0).sort(byName),
    others: lines.filter((line) => !required.includes(line)).sort(byName),
  };
}
