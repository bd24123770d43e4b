import type { ReportRow } from '@/kit/report/report-definition';
import type { Bin } from '../charts/histogram';

const STEP = 10;
const BINS = 10;

/** Attempts by score in steps of ten; 100 belongs to the last. Pure. */
export function scoreBins(rows: readonly ReportRow[]): Bin[] {
  const counts = Array.from({ length: BINS }, () => 0);
  for (const { score } of rows) {
    const at = Math.min(BINS - 1, Math.floor(Number(score) / STEP));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.map((count, index) => ({ from: index * STEP, count }));
}

/** The pass mark, when all attempts share one. Pure. */
export function usualPassMark(rows: readonly ReportRow[]): number | null {
  const marks = new Set(rows.map((row) => Number(row.pass_mark)));
  const [only] = marks;
  return marks.size === 1 && only !== undefined ? only : null;
}

/** Passed attempts of all, by training, lowest first. Pure. */
export function passRates(rows: readonly ReportRow[]): { title: string; share: number }[] {
  const trainings = new Map<string, { all: number; passed: number }>();
  for (const { training_title, result } of rows) {
    const title = String(training_title);
    const sums = trainings.get(title) ?? { all: 0, passed: 0 };
    sums.all++;
    if (result === 'passed') sums.passed++;
    trainings.set(title, sums);
  }
  return [...trainings]
    .map(([title, { all, passed }]) => ({ title, share: (passed / all) * 100 }))
    .toSorted((a, b) => a.share - b.share);
}
