import { closeSync, fsyncSync, openSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Windows cannot open directories and writes their entries with the file. */
const CAN_SYNC_DIRECTORIES = process.platform !== 'win32';

export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}

/** Flushes a directory to disk: until then a power cut may undo that a file was created or renamed in it. */
export async function syncDirectory(path: string): Promise<void> {
  if (!CAN_SYNC_DIRECTORIES) return;
  const directory = await open(path, 'r');
  await directory.sync().finally(() => directory.close());
}

/** `syncDirectory` for code that runs before the event loop does anything else. */
export function syncDirectorySync(path: string): void {
  if (!CAN_SYNC_DIRECTORIES) return;
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

/** Creates a directory and its parents; each new one survives a power cut. */
export async function createDirectory(path: string, mode: number): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode });
  if (first === undefined) return;
  const top = dirname(resolve(first));
  let parent = resolve(path);
  do await syncDirectory((parent = dirname(parent)));
  while (parent !== top);
}

/** Renames a flushed file; the new name survives a power cut. */
export async function renameFile(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncDirectory(dirname(to));
}
