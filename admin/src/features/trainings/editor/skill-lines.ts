import type { TrainingSkillRow } from '@contract/trainings.resource';

/** A line being edited. `validity_months` undefined: that of the training, else of the skill. */
export interface TrainingSkillLine {
  readonly key: number;
  readonly skill_id: string | null;
  readonly min_score: number | null;
  readonly level: number;
  readonly validity_months: number | null | undefined;
}

export type LineField = 'skill_id' | 'min_score' | 'validity_months';
/** Text keys by line key and field. */
export type LineProblems = ReadonlyMap<number, Partial<Record<LineField, string>>>;

let lastKey = 0;

export const toSkillLine = (row: TrainingSkillRow): TrainingSkillLine => ({ key: ++lastKey, ...row });

/** Starts with level 3, the usual result of a training. */
export const newLine = (passMark: number): TrainingSkillLine => ({
  key: ++lastKey,
  skill_id: null,
  min_score: passMark,
  level: 3,
  validity_months: undefined,
});

/** Checks the same rules as `PUT /api/trainings/{id}/skills`. */
export function validateLines(lines: readonly TrainingSkillLine[]): LineProblems {
  const problems = new Map<number, Partial<Record<LineField, string>>>();
  const scoreKeys = new Set<string>();
  for (const { key, skill_id, min_score, validity_months } of lines) {
    const lineProblems: Partial<Record<LineField, string>> = {};
    if (skill_id === null) lineProblems.skill_id = 'field_errors.required';
    if (min_score === null) lineProblems.min_score = 'field_errors.required';
    const scoreKey = `${skill_id} ${min_score}`;
    if (skill_id !== null && min_score !== null && scoreKeys.has(scoreKey))
      lineProblems.min_score = 'field_errors.score_twice';
    scoreKeys.add(scoreKey);
    if (typeof validity_months === 'number' && validity_months < 1) lineProblems.validity_months = 'field_errors.whole';
    if (Object.keys(lineProblems).length > 0) problems.set(key, lineProblems);
  }
  return problems;
}

/** Body of `PUT /api/trainings/{id}/skills`. */
export function toRequestBody(lines: readonly TrainingSkillLine[]): Record<string, unknown>[] {
  return lines.map(({ skill_id, min_score, level, validity_months }) => ({
    skill_id,
    min_score,
    level,
    ...(validity_months !== undefined && { validity_months }),
  }));
}

/** The saved list with the edited lines applied by skill and score; other edited lines are appended. */
export function mergeLines(
  savedLines: readonly TrainingSkillLine[],
  editedLines: readonly TrainingSkillLine[],
): readonly TrainingSkillLine[] {
  const toScoreKey = ({ skill_id, min_score }: TrainingSkillLine) => `${skill_id} ${min_score}`;
  const editedByKey = new Map(editedLines.map((line) => [toScoreKey(line), line]));
  const savedKeys = new Set(savedLines.map(toScoreKey));
  return [
    ...savedLines.map((line) => ({ ...line, ...editedByKey.get(toScoreKey(line)), key: line.key })),
    ...editedLines.filter((line) => !savedKeys.has(toScoreKey(line))),
  ];
}

export const areLinesEqual = (a: readonly TrainingSkillLine[], b: readonly TrainingSkillLine[]): boolean =>
  JSON.stringify(toRequestBody(a)) === JSON.stringify(toRequestBody(b));
