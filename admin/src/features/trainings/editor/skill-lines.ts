import type { TrainingSkillRow } from '@contract/trainings.resource';

/** A row of the table while it is edited. `validity_months` undefined: the training's own, else the skill's. */
export interface SkillLine {
  readonly key: number;
  readonly skill_id: string | null;
  readonly min_score: number | null;
  readonly level: number;
  readonly validity_months: number | null | undefined;
}

export type LineField = 'skill_id' | 'min_score' | 'validity_months';
/** Text keys by line and field. */
export type LineProblems = ReadonlyMap<number, Partial<Record<LineField, string>>>;

let made = 0;

export const lineOf = (row: TrainingSkillRow): SkillLine => ({ key: ++made, ...row });

/** A new one begins where most trainings end: on his own, whatever the score. */
export const newLine = (passMark: number): SkillLine => ({
  key: ++made,
  skill_id: null,
  min_score: passMark,
  level: 3,
  validity_months: undefined,
});

/** What the server would refuse, said before it has to: the same rules as `PUT /api/trainings/{id}/skills`. Pure. */
export function problemsOf(lines: readonly SkillLine[]): LineProblems {
  const problems = new Map<number, Partial<Record<LineField, string>>>();
  const seen = new Set<string>();
  for (const { key, skill_id, min_score, validity_months } of lines) {
    const found: Partial<Record<LineField, string>> = {};
    if (skill_id === null) found.skill_id = 'field_errors.required';
    if (min_score === null) found.min_score = 'field_errors.required';
    const band = `${skill_id} ${min_score}`;
    if (skill_id !== null && min_score !== null && seen.has(band)) found.min_score = 'field_errors.score_twice';
    seen.add(band);
    if (typeof validity_months === 'number' && validity_months < 1) found.validity_months = 'field_errors.whole';
    if (Object.keys(found).length > 0) problems.set(key, found);
  }
  return problems;
}

/** The body of the PUT. */
export function bodyOf(lines: readonly SkillLine[]): Record<string, unknown>[] {
  return lines.map(({ skill_id, min_score, level, validity_months }) => ({
    skill_id,
    min_score,
    level,
    ...(validity_months !== undefined && { validity_months }),
  }));
}

/** Their list, with what was typed here on top: lines of the same skill and score are one, the others stand below. */
export function merged(theirs: readonly SkillLine[], mine: readonly SkillLine[]): readonly SkillLine[] {
  const bandOf = ({ skill_id, min_score }: SkillLine) => `${skill_id} ${min_score}`;
  const own = new Map(mine.map((line) => [bandOf(line), line]));
  const known = new Set(theirs.map(bandOf));
  return [
    ...theirs.map((line) => ({ ...line, ...own.get(bandOf(line)), key: line.key })),
    ...mine.filter((line) => !known.has(bandOf(line))),
  ];
}

export const sameLines = (a: readonly SkillLine[], b: readonly SkillLine[]): boolean =>
  JSON.stringify(bodyOf(a)) === JSON.stringify(bodyOf(b));
