import type { Readable } from 'node:stream';
import type { Answer } from './page-answer';

/** A file that is whole before its first byte is sent. */
export interface WholeFile {
  readonly content: Readable;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly rows: number;
  readonly file_name: string;
  readonly type: string;
}

/** What a file's answer says beside it. */
export function answerFile(answer: Answer, { content, bytes, sha256, rows, file_name, type }: WholeFile): Readable {
  answer.header('Content-Type', type);
  answer.header('Content-Disposition', `attachment; filename="${file_name}"`);
  answer.header('Content-Length', bytes);
  answer.header('Repr-Digest', `sha-256=:${sha256.toString('base64')}:`);
  answer.header('X-Export-Rows', rows);
  return content;
}
