import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { entry } from './entry';

export interface Said {
  code: number;
  /** Both streams. */
  text: string;
}

/** `npm run backup`, `npm run restore` or `npm run search:rebuild` as a process of its own. */
export function runCommand(
  name: 'backup' | 'restore' | 'search-rebuild',
  folder: string | null,
  env: Record<string, string>,
): Promise<Said> {
  const args = [...entry(name), ...(folder === null ? [] : [folder])];
  const cwd = join(__dirname, '../..');
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env: { ...process.env, ...env } }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: out + err }),
    );
  });
}
