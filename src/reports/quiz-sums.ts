import { mean, percentOfAll } from '../platform/half-up';
import { bytesKey } from './bytes-key';

export interface SummedRow {
  staff_id: Uint8Array;
  training_id: Uint8Array;
  assignment_id: Uint8Array;
  score_hundredths: number | null;
  result: string;
  /** Counted within the assignment. */
  try_no: number;
}

/** The totals of rows that are at hand (quiz-summary.query.ts has them of however many). */
export function quizTotals(rows: readonly SummedRow[]) {
  const [people, best, pass] = [new Set<string>(), new Map<string, number>(), new Map<string, number>()];
  let [passed, firsts, firstsPassed] = [0, 0, 0];
  for (const row of rows) {
    const person = bytesKey(row.staff_id);
    const hasPassed = row.result === 'passed';
    const isFirst = Number(row.try_no) === 1;
    people.add(person);
    if (hasPassed) passed++;
    if (isFirst) firsts++;
    if (isFirst && hasPassed) firstsPassed++;
    const pair = person + bytesKey(row.training_id);
    best.set(pair, Math.max(Number(row.score_hundredths ?? 0), best.get(pair) ?? 0));
    if (!hasPassed) continue;
    const assignment = bytesKey(row.assignment_id);
    pass.set(assignment, Math.min(Number(row.try_no), pass.get(assignment) ?? Number.POSITIVE_INFINITY));
  }
  return {
    attempts: rows.length,
    people: people.size,
    pass_rate: percentOfAll(passed, rows.length),
    first_try_pass_rate: percentOfAll(firstsPassed, firsts),
    mean_best: mean(sum(best.values()), 100 * best.size),
    mean_tries_to_pass: mean(sum(pass.values()), pass.size),
  };
}

const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0);
