import type { DocumentAnswer } from '@contract/training-answers';
import type { ApiError } from '@/api/api-error';

/** The server takes no page that was looked at for less than a second. */
const LOOKED_MS = 1_200;
const LONGEST_MS = 60_000;

export interface SenderParts {
  /** Rejects with `{statusCode, code}`; 0 is no connection. */
  send: (pages: readonly number[], page: number) => Promise<DocumentAnswer>;
  taken: (answer: DocumentAnswer) => void;
  /** What there is to read is another than what was opened. */
  replaced: () => void;
  /** Calls back after so many ms; returns how to call it off. */
  later: (run: () => void, ms: number) => () => void;
}

/**
 * Tells the server which pages were looked at. What it did not take is sent again, ever later the longer nothing of it is
 * taken; what it refused goes along with the next page that is looked at, if there is one. Pure.
 */
export class PageSender {
  private readonly waiting = new Set<number>();
  private at = 1;
  /** How often in a row nothing was taken. */
  private inVain = 0;
  private callOffLook: (() => void) | null = null;
  private callOffSend: (() => void) | null = null;

  constructor(private readonly parts: SenderParts) {}

  /** Pages stand there to be read; `atOnce`: it was opened elsewhere. */
  look(pages: readonly number[], atOnce = false): void {
    this.at = pages[0] ?? 1;
    this.callOffLook?.();
    const seen = () => {
      for (const page of pages) this.waiting.add(page);
      void this.send();
    };
    this.callOffLook = atOnce ? null : this.parts.later(seen, LOOKED_MS);
    if (atOnce) seen();
  }

  /** Nothing is on its way any more, until something is looked at anew. */
  forget(): void {
    this.callOffLook?.();
    this.callOffSend?.();
    this.waiting.clear();
    this.inVain = 0;
  }

  private async send(): Promise<void> {
    this.callOffSend?.();
    if (this.waiting.size === 0) return;
    let after = 0;
    try {
      const answer = await this.parts.send([...this.waiting], this.at);
      const taken = answer.pages_seen.filter((page) => this.waiting.delete(page));
      this.parts.taken(answer);
      if (answer.all_seen) this.waiting.clear();
      this.inVain = taken.length ? 0 : this.inVain + 1;
    } catch (failure) {
      const { code, statusCode = 0, retryAfter = 0 } = failure as Partial<ApiError>;
      if (code === 'document_not_opened') {
        this.forget();
        return this.parts.replaced();
      }
      // Only of "too many", calls or places in which it is read, it is known that it passes.
      const passes = statusCode === 429 || code === 'too_many_readers';
      if (statusCode >= 400 && statusCode < 500 && !passes) return;
      this.inVain++;
      after = retryAfter * 1_000;
    }
    if (this.waiting.size === 0) return;
    const ms = Math.max(after, Math.min(LONGEST_MS, LOOKED_MS * 2 ** this.inVain));
    this.callOffSend?.();
    this.callOffSend = this.parts.later(() => void this.send(), ms);
  }
}
