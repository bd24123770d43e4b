import { mean, progressPercent } from '../../common/rounding';
import { bytesKey } from './bytes-key';

export interface QuizTotalsRow {
  staff_id: Uint8Array;
  training_id: Uint8Array;
  assignment_id: Uint8Array;
  score_hundredths: number | null;
  result: string;
  /** Counted within the assignment. */
  try_no: number;
}

/** Totals of rows in memory; quiz-summary.query.ts computes them in SQL. */
export function quizTotals(rows: readonly QuizTotalsRow[]) {
  const [people, bestScores, firstPasses] = [new Set<string>(), new Map<string, number>(), new Map<string, number>()];
  let [passed, firsts, firstsPassed] = [0, 0, 0];
  for (const row of rows) {
    const person = bytesKey(row.staff_id);
    const hasPassed = row.result === 'passed';
    const isFirst = Number(row.try_no) === 1;
    people.add(person);
    if (hasPassed) passed++;
    if (isFirst) firsts++;
    if (isFirst && hasPassed) firstsPassed++;
    const pairKey = person + bytesKey(row.training_id);
    bestScores.set(pairKey, Math.max(Number(row.score_hundredths ?? 0), bestScores.get(pairKey) ?? 0));
    if (!hasPassed) continue;
    const assignment = bytesKey(row.assignment_id);
    firstPasses.set(assignment, Math.min(Number(row.try_no), firstPasses.get(assignment) ?? Number.POSITIVE_INFINITY));
  }
  return {
    attempts: rows.length,
    people: people.size,
    pass_rate: progressPercent(passed, rows.length),
    first_try_pass_rate: progressPercent(firstsPassed, firsts),
    mean_best: mean(sum(bestScores.values()), 100 * bestScores.size),
    mean_tries_to_pass: mean(sum(firstPasses.values()), firstPasses.size),
  };
}

const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0);
