import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { entryPointArgs } from './entry-point';

export interface CommandResult {
  code: number;
  /** Both streams. */
  text: string;
}

/** Runs `npm run backup`, `npm run restore` or `npm run search:rebuild` as a separate process. */
export function runCommand(
  name: 'backup' | 'restore' | 'search-rebuild' | 'db-seed',
  folder: string | null,
  env: Record<string, string>,
): Promise<CommandResult> {
  const args = [...entryPointArgs(name), ...(folder === null ? [] : [folder])];
  const cwd = join(__dirname, '../..');
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env: { ...process.env, ...env } }, (error, out, errors) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: out + errors }),
    );
  });
}
