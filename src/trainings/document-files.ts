import { Injectable } from '@nestjs/common';
import { DOCUMENT_BYTES_MAX } from '../contract/document-sections';
import { Files } from '../platform/files/files';
import { looksLikePdf, pdfPages } from './pdf-pages';
import { StoredBytes } from './stored-bytes';
import { NoPdf, VideoUnreadable } from './training.errors';

const HEAD = 1_024;

export interface KeptDocument {
  bytes: number;
  /** null: they could not be counted. */
  pages: number | null;
}

export const documentKey = (customer_id: number, document_id: string): string =>
  `${customer_id}/document/${document_id}.pdf`;

/** Uploaded PDFs, where FILES_URL says: `<customer_id>/document/<document_id>.pdf`. */
@Injectable()
export class DocumentFiles {
  /** Bytes of one document. */
  maxBytes = DOCUMENT_BYTES_MAX;

  constructor(private readonly files: Files) {}

  /** What a whole file says of itself; it is gone when it is refused. @throws NoPdf, StorageAway */
  async inspect(customer_id: number, document_id: string): Promise<KeptDocument> {
    const key = documentKey(customer_id, document_id);
    const { bytes = 0 } = (await this.files.head(key)) ?? {};
    const stored = new StoredBytes(this.files, key, bytes);
    const head = Buffer.alloc(HEAD);
    await stored.read(head, 0, HEAD, 0);
    if (!looksLikePdf(head)) {
      await this.files.remove(key);
      throw new NoPdf();
    }
    return { bytes, pages: await pagesOf(stored, bytes) };
  }

  /** Never fails: a file that stays behind costs disk, not truth. */
  forget(customer_id: number, document_id: string): void {
    void this.files.remove(documentKey(customer_id, document_id)).catch(() => undefined);
  }
}

/** What is looked for in too many places is not counted. */
const pagesOf = (stored: StoredBytes, bytes: number): Promise<number | null> =>
  pdfPages(stored, bytes).catch((error: unknown) => {
    if (error instanceof VideoUnreadable) return null;
    throw error;
  });
