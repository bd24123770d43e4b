import 'reflect-metadata';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  resolveInstallationDatabaseUrl,
  resolveInstallationPaths,
  type InstallationPaths,
} from '../infrastructure/backup/installation-paths';
import { findProjectRoot } from '../infrastructure/config/project-root';
import { StartupError } from '../infrastructure/config/startup-error';
import { closeEmbeddedDatabases } from '../infrastructure/database/embedded-sqlite';
import { scrub } from '../infrastructure/logging/scrub';

export interface CliContext {
  databaseUrl: string;
  /** @throws StartupError if FILES_URL names object storage */
  resolvePaths(): InstallationPaths;
  /** Absolute path, resolved against the caller's working directory; npm changes it to the package. */
  folder: string;
  version: string;
}

/** Runs a command with one folder argument. Prints one line; exits with 1 on failure. */
export function command(name: string, task: (command: CliContext) => Promise<string>): void {
  commandWithArguments(async ({ args, ...context }) => {
    const [folderArgument, ...extraArguments] = args;
    if (!folderArgument || extraArguments.length) throw new StartupError(`Name a folder: npm run ${name} -- DIR`);
    return task({ ...context, folder: resolveFromCaller(folderArgument) });
  });
}

/** Runs a command with arbitrary arguments. */
export function commandWithArguments(
  task: (context: Omit<CliContext, 'folder'> & { args: string[] }) => Promise<string>,
): void {
  const root = findProjectRoot();
  const run = async (): Promise<string> => {
    const env = join(root, '.env');
    if (existsSync(env)) process.loadEnvFile(env);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return task({
      args: process.argv.slice(2),
      databaseUrl: resolveInstallationDatabaseUrl(process.env, root),
      resolvePaths: () => resolveInstallationPaths(process.env, root),
      version,
    });
  };
  process.on('exit', closeEmbeddedDatabases);
  run().then(
    (line) => {
      process.stdout.write(`${line}\n`);
      process.exit(0);
    },
    (error: unknown) => {
      const line = error instanceof StartupError ? error.message : scrub((error as Error)?.stack ?? String(error));
      process.stderr.write(`${line}\n`);
      process.exit(1);
    },
  );
}

/** Resolves a path against the caller's working directory; npm changes it to the package. */
export const resolveFromCaller = (path: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
