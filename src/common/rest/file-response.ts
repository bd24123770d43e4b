import type { Readable } from 'node:stream';
import type { HeaderWriter } from './page-response';

/** A file that is complete before its first byte is sent: size, hash and row count are known. */
export interface DownloadFile {
  readonly content: Readable;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly rows: number;
  readonly file_name: string;
  readonly type: string;
}

/** Sets the headers of a download and returns its content. */
export function respondWithFile(
  reply: HeaderWriter,
  { content, bytes, sha256, rows, file_name, type }: DownloadFile,
): Readable {
  reply.header('Content-Type', type);
  reply.header('Content-Disposition', `attachment; filename="${file_name}"`);
  reply.header('Content-Length', bytes);
  reply.header('Repr-Digest', `sha-256=:${sha256.toString('base64')}:`);
  reply.header('X-Export-Rows', rows);
  return content;
}
