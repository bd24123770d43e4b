import { Injectable } from '@nestjs/common';
import { DOCUMENT_BYTES_MAX } from '../../contract/document-sections';
import { FileStorage } from '../../infrastructure/files/file-storage';
import { looksLikePdf, countPdfPages } from './pdf-pages';
import { StoredFileReader } from './stored-file-reader';
import { NotAPdfError, UnreadableVideoError } from './training.errors';

const HEAD_BYTES = 1_024;

export interface StoredDocument {
  bytes: number;
  /** null: could not be counted. */
  pages: number | null;
}

export const documentKey = (customer_id: number, document_id: string): string =>
  `${customer_id}/document/${document_id}.pdf`;

/** Uploaded PDFs under FILES_URL: `<customer_id>/document/<document_id>.pdf`. */
@Injectable()
export class DocumentFileStore {
  /** Limit per document. */
  maxBytes = DOCUMENT_BYTES_MAX;

  constructor(private readonly fileStorage: FileStorage) {}

  /** Validates an uploaded file and deletes it if it is not a PDF. @throws NotAPdfError, StorageUnavailableError */
  async inspect(customer_id: number, document_id: string): Promise<StoredDocument> {
    const key = documentKey(customer_id, document_id);
    const { bytes = 0 } = (await this.fileStorage.head(key)) ?? {};
    const stored = new StoredFileReader(this.fileStorage, key, bytes);
    const head = Buffer.alloc(HEAD_BYTES);
    await stored.read(head, 0, HEAD_BYTES, 0);
    if (!looksLikePdf(head)) {
      await this.fileStorage.remove(key);
      throw new NotAPdfError();
    }
    return { bytes, pages: await countPages(stored, bytes) };
  }

  /** Never throws: a file that is left over only costs disk space. */
  remove(customer_id: number, document_id: string): void {
    void this.fileStorage.remove(documentKey(customer_id, document_id)).catch(() => undefined);
  }
}

/** null if the reader gives up after too many block reads. */
const countPages = (stored: StoredFileReader, bytes: number): Promise<number | null> =>
  countPdfPages(stored, bytes).catch((error: unknown) => {
    if (error instanceof UnreadableVideoError) return null;
    throw error;
  });
