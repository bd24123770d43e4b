import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { entry } from './entry';

export interface Said {
  code: number;
  /** Both streams. */
  text: string;
}

/** `npm run backup` or `npm run restore` as a process of its own. */
export function runCommand(name: 'backup' | 'restore', folder: string, env: Record<string, string>): Promise<Said> {
  const args = [...entry(name), folder];
  const cwd = join(__dirname, '../..');
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env: { ...process.env, ...env } }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: out + err }),
    );
  });
}
