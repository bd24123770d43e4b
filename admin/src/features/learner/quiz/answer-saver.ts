/**
 * Saves each answer at once, stores it on this device until the server has it, and retries.
 * Sequences are server times of choosing, so the last choice wins across reloads, tabs and machines.
 * See docs/domain.md.
 */
import type { PartialAnswer } from './partial-answer';

type AnswerState = 'saving' | 'waiting' | 'saved' | 'refused';

export interface SlotAnswer extends PartialAnswer {
  readonly sequence: number;
  readonly state: AnswerState;
  /** ISO, server clock; null until saved. */
  readonly saved_at: string | null;
}

export interface ServerAnswer extends PartialAnswer {
  slot: number;
  sequence: number;
  saved_at: string;
}

export interface SaverSnapshot {
  readonly answers: ReadonlyMap<number, SlotAnswer>;
  /** The worst state of all answers. */
  readonly state: AnswerState | 'empty';
  readonly last_saved_at: string | null;
}

export interface AnswerSaverOptions {
  /** Rejects with `{statusCode, code}`; 0 is no connection. */
  put: (slot: number, body: PartialAnswer & { sequence: number }) => Promise<ServerAnswer>;
  store: { read(): string | null; write(text: string | null): void };
  /** Server clock in milliseconds. */
  now: () => number;
  /** Runs the callback after `ms`. Returns a function that cancels it. */
  schedule: (run: () => void, ms: number) => () => void;
  /** For other tabs. */
  onSaved?: (saved: ServerAnswer) => void;
  /** The attempt has ended. */
  onAttemptOver?: () => void;
  /** The server has a newer answer: read the sheet again. */
  onOutdated?: () => void;
}

const RETRY_MS = [1000, 2000, 4000, 8000, 15_000] as const;
const STATES_BY_SEVERITY: readonly AnswerState[] = ['refused', 'waiting', 'saving', 'saved'];

export class AnswerSaver {
  private answers = new Map<number, SlotAnswer>();
  private readonly inFlight = new Set<number>();
  private readonly listeners = new Set<() => void>();
  private readonly delayedSends = new Map<number, () => void>();
  private retryCount = 0;
  private cancelRetry: (() => void) | null = null;
  private isEnded = false;
  private currentSnapshot: SaverSnapshot = { answers: this.answers, state: 'empty', last_saved_at: null };

  constructor(private readonly options: AnswerSaverOptions) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  readonly getSnapshot = (): SaverSnapshot => this.currentSnapshot;

  /** Applies the server's answers, then newer ones stored on this device before a reload. */
  load(saved: readonly ServerAnswer[]): void {
    // Read first: `publish` overwrites the store.
    const storedAnswers = parseStoredAnswers(this.options.store.read());
    for (const each of saved) this.applySaved(each);
    for (const [slot, stored] of storedAnswers) {
      const current = this.answers.get(slot);
      if (!current || current.sequence < stored.sequence)
        this.storeAnswer(slot, { ...stored, state: 'waiting', saved_at: null });
    }
    this.publish();
    this.retryNow();
  }

  /** Applies an answer saved elsewhere, unless ours is newer. */
  applySaved({ slot, option_id, text, value, pairs, sequence, saved_at }: ServerAnswer): void {
    const current = this.answers.get(slot);
    if (current && current.sequence > sequence) return;
    this.storeAnswer(slot, { option_id, text, value, pairs, sequence, state: 'saved', saved_at });
    this.publish();
  }

  /** @param delayMs waits for further typing before the answer is sent */
  setAnswer(slot: number, answer: PartialAnswer, delayMs = 0): void {
    if (this.isEnded) return;
    const sequence = Math.max(Math.round(this.options.now()), (this.answers.get(slot)?.sequence ?? 0) + 1);
    this.storeAnswer(slot, { ...answer, sequence, state: this.retryCount > 0 ? 'waiting' : 'saving', saved_at: null });
    this.publish();
    this.delayedSends.get(slot)?.();
    this.delayedSends.delete(slot);
    if (delayMs === 0) void this.send(slot);
    else
      this.delayedSends.set(
        slot,
        this.options.schedule(() => this.sendDelayed(slot), delayMs),
      );
  }

  private sendDelayed(slot: number): void {
    this.delayedSends.delete(slot);
    void this.send(slot);
  }

  /** Sends delayed answers now. */
  private flush(): void {
    for (const [slot, cancel] of this.delayedSends) {
      cancel();
      this.sendDelayed(slot);
    }
  }

  /** Call this when the connection may be back. */
  retryNow(): void {
    this.cancelRetry?.();
    this.cancelRetry = null;
    for (const [slot, { state }] of this.answers) if (state === 'waiting' || state === 'saving') void this.send(slot);
  }

  /** Resolves to true once everything is saved, to false if the attempt ended or an answer was refused. */
  waitUntilSaved(): Promise<boolean> {
    this.flush();
    return new Promise((resolve) => {
      const check = () => {
        const { state } = this.currentSnapshot;
        if (!this.isEnded && (state === 'saving' || state === 'waiting')) return;
        stop();
        resolve(!this.isEnded && state !== 'refused');
      };
      const stop = this.subscribe(check);
      check();
    });
  }

  /** Stops sending and clears the store. */
  end(): void {
    this.isEnded = true;
    this.cancelRetry?.();
    this.options.store.write(null);
    this.publish();
  }

  /** The attempt runs on, for example after extra time was granted. */
  resume(): void {
    this.isEnded = false;
  }

  /** The page unmounts, but the attempt continues. */
  pause(): void {
    this.flush();
    this.cancelRetry?.();
    this.cancelRetry = null;
  }

  private async send(slot: number): Promise<void> {
    const answer = this.answers.get(slot);
    if (!answer || this.isEnded || this.inFlight.has(slot)) return;
    const { state: _state, saved_at: _at, ...body } = answer;
    const { sequence } = body;
    this.inFlight.add(slot);
    let shouldResend = false;
    try {
      const saved = await this.options.put(slot, body);
      this.retryCount = 0;
      shouldResend = this.answers.get(slot)?.sequence !== sequence;
      if (!shouldResend) this.storeAnswer(slot, { ...body, state: 'saved', saved_at: saved.saved_at });
      this.options.onSaved?.(saved);
    } catch (error) {
      shouldResend = this.handleFailure(slot, sequence, error);
    } finally {
      this.inFlight.delete(slot);
    }
    this.publish();
    if (shouldResend) void this.send(slot);
  }

  /** Returns true if a newer answer must be sent at once. */
  private handleFailure(slot: number, sequence: number, error: unknown): boolean {
    const { statusCode = 0, code } = (error ?? {}) as { statusCode?: number; code?: string };
    const current = this.answers.get(slot);
    if (code === 'attempt_over') {
      this.end();
      this.options.onAttemptOver?.();
      return false;
    }
    if (code === 'answer_outdated' || code === 'answer_final') {
      if (current?.sequence !== sequence) return true;
      this.answers.delete(slot);
      this.options.onOutdated?.();
      return false;
    }
    if (statusCode === 0 || statusCode === 401 || statusCode === 408 || statusCode === 429 || statusCode >= 500) {
      if (current) this.storeAnswer(slot, { ...current, state: 'waiting' });
      this.scheduleRetry();
      return false;
    }
    if (current?.sequence !== sequence) return true;
    this.storeAnswer(slot, { ...current, state: 'refused' });
    return false;
  }

  private scheduleRetry(): void {
    if (this.cancelRetry) return;
    const delay = RETRY_MS[Math.min(this.retryCount, RETRY_MS.length - 1)] ?? 15_000;
    this.retryCount++;
    this.cancelRetry = this.options.schedule(() => this.retryNow(), delay);
  }

  private storeAnswer(slot: number, answer: SlotAnswer): void {
    this.answers.set(slot, answer);
  }

  private publish(): void {
    if (!this.isEnded) this.persist();
    const all = [...this.answers.values()];
    const state = STATES_BY_SEVERITY.find((candidate) => all.some((answer) => answer.state === candidate)) ?? 'empty';
    const times = all.flatMap(({ saved_at }) => saved_at ?? []).sort();
    this.answers = new Map(this.answers);
    this.currentSnapshot = { answers: this.answers, state, last_saved_at: times.at(-1) ?? null };
    this.listeners.forEach((listener) => listener());
  }

  private persist(): void {
    const unsaved = [...this.answers].filter(([, { state }]) => state === 'saving' || state === 'waiting');
    const stored = unsaved.map(([slot, { state: _state, saved_at: _at, ...answer }]) => [slot, answer]);
    this.options.store.write(stored.length > 0 ? JSON.stringify(stored) : null);
  }
}

type StoredAnswers = [number, PartialAnswer & { sequence: number }][];

function parseStoredAnswers(text: string | null): StoredAnswers {
  try {
    const stored = JSON.parse(text ?? '[]') as unknown;
    return Array.isArray(stored) ? (stored as StoredAnswers) : [];
  } catch {
    return [];
  }
}
