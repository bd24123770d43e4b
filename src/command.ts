import 'reflect-metadata';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { placesOf, type Places } from './platform/backup/places';
import { projectRoot } from './platform/config/project-root';
import { StartRefused } from './platform/config/start-refused';
import { closeEmbedded } from './platform/database/embedded-sqlite';
import { scrub } from './platform/logging/scrub';

export interface Command {
  places: Places;
  /** As the caller named it, seen from where they stand (npm itself goes to the package). */
  folder: string;
  version: string;
}

/** A command on the place that the settings name: one folder in, one line out, and 1 where it could not be done. */
export function command(name: string, work: (command: Command) => Promise<string>): void {
  commandLine(async ({ args, places, version }) => {
    const [given, ...more] = args;
    if (!given || more.length) throw new StartRefused(`Name a folder: npm run ${name} -- DIR`);
    return work({ places, folder: seenFrom(given), version });
  });
}

/** A command with arguments of its own. */
export function commandLine(work: (line: Omit<Command, 'folder'> & { args: string[] }) => Promise<string>): void {
  const root = projectRoot();
  const run = async (): Promise<string> => {
    const env = join(root, '.env');
    if (existsSync(env)) process.loadEnvFile(env);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return work({ args: process.argv.slice(2), places: placesOf(process.env, root), version });
  };
  process.on('exit', closeEmbedded);
  run().then(
    (line) => {
      process.stdout.write(`${line}\n`);
      process.exit(0);
    },
    (error: unknown) => {
      const line = error instanceof StartRefused ? error.message : scrub((error as Error)?.stack ?? String(error));
      process.stderr.write(`${line}\n`);
      process.exit(1);
    },
  );
}

/** A path as the caller named it: npm itself goes to the package. */
export const seenFrom = (path: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
