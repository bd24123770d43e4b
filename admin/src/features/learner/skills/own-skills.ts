import i18next from 'i18next';
import type { SkillsOfPersonAnswer, TargetsOfPersonAnswer } from '@contract/report-answers';
import { inOrder } from '@/components/format';

export type OwnSkill = SkillsOfPersonAnswer['rows'][number];
/** Besides, what closes the gap. */
export type OwnTarget = TargetsOfPersonAnswer['rows'][number];
export type SkillLine = OwnSkill & Partial<Omit<OwnTarget, keyof OwnSkill>>;

/** Every skill once; what the targets say of it is added. Pure. */
export function bySkill(held: readonly OwnSkill[], targeted: readonly OwnTarget[]): SkillLine[] {
  const lines = new Map<string, SkillLine>(held.map((row) => [row.skill_id, row]));
  for (const row of targeted) lines.set(row.skill_id, { ...lines.get(row.skill_id), ...row });
  return [...lines.values()];
}

/** What is missing (the widest gap first), what is met, and what nobody asked for. */
export function groupsOf(lines: readonly SkillLine[]) {
  const gapOf = ({ target, level }: SkillLine) => Math.max(0, (target ?? 0) - level);
  const byName = (a: SkillLine, b: SkillLine) => inOrder(i18next.language)(a.skill_name, b.skill_name);
  const required = lines.filter(({ target, status }) => target !== null && target > 0 && status !== 'NA');
  return {
    gaps: required.filter((line) => gapOf(line) > 0).sort((a, b) => gapOf(b) - gapOf(a) || byName(a, b)),
    met: required.filter((line) => gapOf(line) === 0).sort(byName),
    others: lines.filter((line) => !required.includes(line)).sort(byName),
  };
}
