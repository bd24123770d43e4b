import { mean, percent } from '../platform/half-up';
import { bytesKey } from './bytes-key';

export interface SummedRow {
  staff_id: Uint8Array;
  training_id: Uint8Array;
  assignment_id: Uint8Array;
  score_hundredths: number | null;
  pass_mark: number;
  result: string;
  /** Counted within the assignment. */
  try_no: number;
}
interface OfTraining {
  training_id: Uint8Array;
  attempts: number;
  passed: number;
}

const BINS = 10;
const BIN = 1_000;

/** Adds up attempts that come person by person; of a person's own it holds no more than theirs. */
export class QuizSums {
  private attempts = 0;
  private people = 0;
  private passed = 0;
  private firsts = 0;
  private firstsPassed = 0;
  private pairs = 0;
  private bestScores = 0;
  private passes = 0;
  private triesToPass = 0;
  private readonly bins = new Uint32Array(BINS);
  private readonly marks = new Set<number>();
  private readonly trainings = new Map<string, OfTraining>();
  private person = '';
  /** Of the person: the best score of each training, and the first passing try of each assignment. */
  private readonly best = new Map<string, number>();
  private readonly pass = new Map<string, number>();

  add(row: SummedRow): void {
    const person = bytesKey(row.staff_id);
    if (person !== this.person) this.turnTo(person);
    const score = Number(row.score_hundredths ?? 0);
    const hasPassed = row.result === 'passed';
    const isFirst = Number(row.try_no) === 1;
    this.attempts++;
    this.bins[Math.min(BINS - 1, Math.floor(score / BIN))]!++;
    this.marks.add(Number(row.pass_mark));
    if (hasPassed) this.passed++;
    if (isFirst) this.firsts++;
    if (isFirst && hasPassed) this.firstsPassed++;
    const training = bytesKey(row.training_id);
    this.best.set(training, Math.max(score, this.best.get(training) ?? 0));
    const known = this.trainings.get(training) ?? { training_id: row.training_id, attempts: 0, passed: 0 };
    known.attempts++;
    if (hasPassed) known.passed++;
    this.trainings.set(training, known);
    if (!hasPassed) return;
    const assignment = bytesKey(row.assignment_id);
    this.pass.set(assignment, Math.min(Number(row.try_no), this.pass.get(assignment) ?? Number.POSITIVE_INFINITY));
  }

  /** @param shown how many trainings, those with the lowest pass rate first */
  made(shown: number) {
    this.turnTo('');
    const trainings = [...this.trainings.values()].toSorted(
      (a, b) => a.passed / a.attempts - b.passed / b.attempts || b.attempts - a.attempts,
    );
    const [only] = this.marks;
    return {
      totals: {
        attempts: this.attempts,
        people: this.people,
        pass_rate: percent(this.passed, this.attempts),
        first_try_pass_rate: percent(this.firstsPassed, this.firsts),
        mean_best: mean(this.bestScores, 100 * this.pairs),
        mean_tries_to_pass: mean(this.triesToPass, this.passes),
      },
      scores: [...this.bins],
      pass_mark: this.marks.size === 1 ? only! : null,
      trainings: trainings.slice(0, shown),
    };
  }

  private turnTo(person: string): void {
    if (this.person !== '') this.people++;
    this.person = person;
    this.pairs += this.best.size;
    for (const score of this.best.values()) this.bestScores += score;
    this.passes += this.pass.size;
    for (const tries of this.pass.values()) this.triesToPass += tries;
    this.best.clear();
    this.pass.clear();
  }
}
