/**
 * Saves each answer as it is given. It is shown at once, kept on this device until the server has it, sent
 * again until it is saved, and never overtaken by an older choice: sequences are the server's time of choosing, so that
 * the last choice wins across reloads, tabs and machines (contract.md, Integrity). Pure.
 */
import type { Given } from './given';

type AnswerState = 'saving' | 'waiting' | 'saved' | 'refused';

export interface SlotAnswer extends Given {
  readonly sequence: number;
  readonly state: AnswerState;
  /** ISO, the server's clock; null until saved. */
  readonly saved_at: string | null;
}

export interface Saved extends Given {
  slot: number;
  sequence: number;
  saved_at: string;
}

export interface SaverSnapshot {
  readonly answers: ReadonlyMap<number, SlotAnswer>;
  /** The worst that any answer is in. */
  readonly state: AnswerState | 'empty';
  readonly last_saved_at: string | null;
}

export interface SaverParts {
  /** Rejects with `{statusCode, code}`; 0 is no connection. */
  put: (slot: number, body: Given & { sequence: number }) => Promise<Saved>;
  store: { read(): string | null; write(text: string | null): void };
  /** The server's clock in milliseconds. */
  now: () => number;
  /** Calls back after so many ms; returns how to call it off. */
  later: (run: () => void, ms: number) => () => void;
  /** Another tab may want to know. */
  onSaved?: (saved: Saved) => void;
  /** The attempt has ended. */
  over?: () => void;
  /** A newer choice is on the server: read the sheet again. */
  outdated?: () => void;
}

const RETRY_MS = [1000, 2000, 4000, 8000, 15_000] as const;
const GRADES: readonly AnswerState[] = ['refused', 'waiting', 'saving', 'saved'];

export class AnswerSaver {
  private answers = new Map<number, SlotAnswer>();
  private readonly inFlight = new Set<number>();
  private readonly listeners = new Set<() => void>();
  private readonly resting = new Map<number, () => void>();
  private tries = 0;
  private callOff: (() => void) | null = null;
  private ended = false;
  private view: SaverSnapshot = { answers: this.answers, state: 'empty', last_saved_at: null };

  constructor(private readonly parts: SaverParts) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  readonly snapshot = (): SaverSnapshot => this.view;

  /** What the server has; then what was given here before a reload and never reached it. */
  load(saved: readonly Saved[]): void {
    // Read before anything is published: publishing writes what is open now.
    const keptBefore = readKept(this.parts.store.read());
    for (const each of saved) this.absorb(each);
    for (const [slot, kept] of keptBefore) {
      const known = this.answers.get(slot);
      if (!known || known.sequence < kept.sequence) this.set(slot, { ...kept, state: 'waiting', saved_at: null });
    }
    this.publish();
    this.retryNow();
  }

  /** Saved elsewhere: newer than ours, it is shown; older, it is passed over. */
  absorb({ slot, option_id, text, value, pairs, sequence, saved_at }: Saved): void {
    const known = this.answers.get(slot);
    if (known && known.sequence > sequence) return;
    this.set(slot, { option_id, text, value, pairs, sequence, state: 'saved', saved_at });
    this.publish();
  }

  /** @param rest what is typed waits so many milliseconds for more of it */
  give(slot: number, given: Given, rest = 0): void {
    if (this.ended) return;
    const sequence = Math.max(Math.round(this.parts.now()), (this.answers.get(slot)?.sequence ?? 0) + 1);
    this.set(slot, { ...given, sequence, state: this.tries > 0 ? 'waiting' : 'saving', saved_at: null });
    this.publish();
    this.resting.get(slot)?.();
    this.resting.delete(slot);
    if (rest === 0) void this.send(slot);
    else
      this.resting.set(
        slot,
        this.parts.later(() => this.sendRested(slot), rest),
      );
  }

  private sendRested(slot: number): void {
    this.resting.delete(slot);
    void this.send(slot);
  }

  /** What was just typed waits no longer. */
  private flush(): void {
    for (const [slot, callOff] of this.resting) {
      callOff();
      this.sendRested(slot);
    }
  }

  /** The connection may be back. */
  retryNow(): void {
    this.callOff?.();
    this.callOff = null;
    for (const [slot, { state }] of this.answers) if (state === 'waiting' || state === 'saving') void this.send(slot);
  }

  /** True once everything is saved; false when the attempt ended or something was refused. */
  settled(): Promise<boolean> {
    this.flush();
    return new Promise((done) => {
      const look = () => {
        const { state } = this.view;
        if (!this.ended && (state === 'saving' || state === 'waiting')) return;
        stop();
        done(!this.ended && state !== 'refused');
      };
      const stop = this.subscribe(look);
      look();
    });
  }

  /** The attempt is over: nothing is sent any more, and nothing of it stays on this device. */
  end(): void {
    this.ended = true;
    this.callOff?.();
    this.parts.store.write(null);
    this.publish();
  }

  /** It runs: there is more time than there was. */
  begin(): void {
    this.ended = false;
  }

  /** The page goes, the attempt does not. */
  rest(): void {
    this.flush();
    this.callOff?.();
    this.callOff = null;
  }

  private async send(slot: number): Promise<void> {
    const answer = this.answers.get(slot);
    if (!answer || this.ended || this.inFlight.has(slot)) return;
    const { state: _state, saved_at: _at, ...body } = answer;
    const { sequence } = body;
    this.inFlight.add(slot);
    let again = false;
    try {
      const saved = await this.parts.put(slot, body);
      this.tries = 0;
      again = this.answers.get(slot)?.sequence !== sequence;
      if (!again) this.set(slot, { ...body, state: 'saved', saved_at: saved.saved_at });
      this.parts.onSaved?.(saved);
    } catch (error) {
      again = this.failed(slot, sequence, error);
    } finally {
      this.inFlight.delete(slot);
    }
    this.publish();
    if (again) void this.send(slot);
  }

  /** True when a newer choice waits to be sent at once. */
  private failed(slot: number, sequence: number, error: unknown): boolean {
    const { statusCode = 0, code } = (error ?? {}) as { statusCode?: number; code?: string };
    const current = this.answers.get(slot);
    if (code === 'attempt_over') {
      this.end();
      this.parts.over?.();
      return false;
    }
    if (code === 'answer_outdated' || code === 'answer_final') {
      if (current?.sequence !== sequence) return true;
      this.answers.delete(slot);
      this.parts.outdated?.();
      return false;
    }
    if (statusCode === 0 || statusCode === 401 || statusCode === 408 || statusCode === 429 || statusCode >= 500) {
      if (current) this.set(slot, { ...current, state: 'waiting' });
      this.wait();
      return false;
    }
    if (current?.sequence !== sequence) return true;
    this.set(slot, { ...current, state: 'refused' });
    return false;
  }

  private wait(): void {
    if (this.callOff) return;
    const pause = RETRY_MS[Math.min(this.tries, RETRY_MS.length - 1)] ?? 15_000;
    this.tries++;
    this.callOff = this.parts.later(() => this.retryNow(), pause);
  }

  private set(slot: number, answer: SlotAnswer): void {
    this.answers.set(slot, answer);
  }

  private publish(): void {
    if (!this.ended) this.keep();
    const all = [...this.answers.values()];
    const state = GRADES.find((grade) => all.some((answer) => answer.state === grade)) ?? 'empty';
    const times = all.flatMap(({ saved_at }) => saved_at ?? []).sort();
    this.answers = new Map(this.answers);
    this.view = { answers: this.answers, state, last_saved_at: times.at(-1) ?? null };
    this.listeners.forEach((listener) => listener());
  }

  private keep(): void {
    const open = [...this.answers].filter(([, { state }]) => state === 'saving' || state === 'waiting');
    const kept = open.map(([slot, { state: _state, saved_at: _at, ...given }]) => [slot, given]);
    this.parts.store.write(kept.length > 0 ? JSON.stringify(kept) : null);
  }
}

type Kept = [number, Given & { sequence: number }][];

function readKept(text: string | null): Kept {
  try {
    const kept = JSON.parse(text ?? '[]') as unknown;
    return Array.isArray(kept) ? (kept as Kept) : [];
  } catch {
    return [];
  }
}
