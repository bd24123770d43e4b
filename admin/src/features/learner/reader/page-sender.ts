import type { DocumentResponse } from '@contract/training.responses';
import type { ApiError } from '@/api/api-error';

/** The server ignores pages that were viewed for less than a second. */
const MIN_VIEW_MS = 1_200;
const MAX_RETRY_DELAY_MS = 60_000;

export interface PageSenderOptions {
  /** Rejects with `{statusCode, code}`; 0 is no connection. */
  send: (pages: readonly number[], page: number) => Promise<DocumentResponse>;
  onResponse: (answer: DocumentResponse) => void;
  /** The document was replaced since it was opened. */
  onDocumentReplaced: () => void;
  /** Runs the callback after `ms`. Returns a function that cancels it. */
  schedule: (run: () => void, ms: number) => () => void;
}

/**
 * Reports viewed pages to the server. Pages that were not accepted are sent again with growing delays.
 * Refused pages are sent again with the next viewed page.
 */
export class PageSender {
  private readonly pendingPages = new Set<number>();
  private currentPage = 1;
  /** Consecutive sends without an accepted page. */
  private failureCount = 0;
  private cancelView: (() => void) | null = null;
  private cancelSend: (() => void) | null = null;

  constructor(private readonly options: PageSenderOptions) {}

  /** @param immediately the document was opened in another tab */
  recordView(pages: readonly number[], immediately = false): void {
    this.currentPage = pages[0] ?? 1;
    this.cancelView?.();
    const queuePages = () => {
      for (const page of pages) this.pendingPages.add(page);
      void this.send();
    };
    this.cancelView = immediately ? null : this.options.schedule(queuePages, MIN_VIEW_MS);
    if (immediately) queuePages();
  }

  /** Cancels everything pending. */
  reset(): void {
    this.cancelView?.();
    this.cancelSend?.();
    this.pendingPages.clear();
    this.failureCount = 0;
  }

  private async send(): Promise<void> {
    this.cancelSend?.();
    if (this.pendingPages.size === 0) return;
    let minDelayMs = 0;
    try {
      const answer = await this.options.send([...this.pendingPages], this.currentPage);
      const acceptedPages = answer.pages_seen.filter((page) => this.pendingPages.delete(page));
      this.options.onResponse(answer);
      if (answer.all_seen) this.pendingPages.clear();
      this.failureCount = acceptedPages.length ? 0 : this.failureCount + 1;
    } catch (failure) {
      const { code, statusCode = 0, retryAfter = 0 } = failure as Partial<ApiError>;
      if (code === 'document_not_opened') {
        this.reset();
        return this.options.onDocumentReplaced();
      }
      // 429 and `too_many_readers` are temporary; other 4xx errors are final.
      const isTemporary = statusCode === 429 || code === 'too_many_readers';
      if (statusCode >= 400 && statusCode < 500 && !isTemporary) return;
      this.failureCount++;
      minDelayMs = retryAfter * 1_000;
    }
    if (this.pendingPages.size === 0) return;
    const delayMs = Math.max(minDelayMs, Math.min(MAX_RETRY_DELAY_MS, MIN_VIEW_MS * 2 ** this.failureCount));
    this.cancelSend?.();
    this.cancelSend = this.options.schedule(() => void this.send(), delayMs);
  }
}
