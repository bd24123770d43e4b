import { createHash, randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export interface TempFile {
  /** Closes the file when it ends or is destroyed. */
  readonly content: Readable;
  readonly bytes: number;
  readonly sha256: Buffer;
}

/**
 * Writes to an unlinked temporary file: length and checksum are known before the first byte is sent, and the kernel
 * removes the file even after a crash.
 */
export async function writeTempFile(source: AsyncIterable<string | Uint8Array>, folder: string): Promise<TempFile> {
  const path = join(folder, `export-${randomUUID()}.part`);
  const file = await open(path, 'wx+', 0o600);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await unlink(path);
    for await (const piece of source) {
      const buffer = Buffer.from(piece);
      hash.update(buffer);
      bytes += buffer.length;
      await file.writeFile(buffer);
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  return { content: file.createReadStream({ start: 0 }), bytes, sha256: hash.digest() };
}
