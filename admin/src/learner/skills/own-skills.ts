import type { CellStatus } from '@contract/skill-matrix';

/** A row of `reports/skill-wise?staff_id`. */
export interface OwnSkill {
  skill_id: string;
  skill_name: string;
  level: number;
  target: number | null;
  status: CellStatus;
  valid_until: string | null;
}
/** A row of `reports/targeted-skills?staff_id`: besides, what closes the gap. */
export interface OwnTarget extends OwnSkill {
  gap: number;
  /** The due day of an open assignment that gives the skill. */
  due_on: string | null;
  suggested_training_id: string | null;
  suggested_training: string | null;
}
export type SkillLine = OwnSkill & Partial<OwnTarget>;

/** Every skill once; what the targets say of it is added. Pure. */
export function bySkill(held: readonly OwnSkill[], targeted: readonly OwnTarget[]): SkillLine[] {
  const lines = new Map<string, SkillLine>(held.map((row) => [row.skill_id, row]));
  for (const row of targeted) lines.set(row.skill_id, { ...lines.get(row.skill_id), ...row });
  return [...lines.values()];
}

/** What is missing (the widest gap first), what is met, and what nobody asked for. */
export function groupsOf(lines: readonly SkillLine[]) {
  const gapOf = ({ target, level }: SkillLine) => Math.max(0, (target ?? 0) - level);
  const byName = (a: SkillLine, b: SkillLine) => a.skill_name.localeCompare(b.skill_name);
  const required = lines.filter(({ target, status }) => target !== null && target > 0 && status !== 'NA');
  return {
    gaps: required.filter((line) => gapOf(line) > 0).sort((a, b) => gapOf(b) - gapOf(a) || byName(a, b)),
    met: required.filter((line) => gapOf(line) === 0).sort(byName),
    others: lines.filter((line) => !required.includes(line)).sort(byName),
  };
}
