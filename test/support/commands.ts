import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { entryPointArgs, type EntryPoint } from './entry-point';

export interface CommandResult {
  code: number;
  /** Both streams. */
  text: string;
}

/** Runs a command of src/cli as a separate process. */
export function runCommand(
  name: EntryPoint,
  commandArgs: readonly string[],
  env: Record<string, string>,
): Promise<CommandResult> {
  const args = [...entryPointArgs(name), ...commandArgs];
  const cwd = join(__dirname, '../..');
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env: { ...process.env, ...env } }, (error, out, errors) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: out + errors }),
    );
  });
}
