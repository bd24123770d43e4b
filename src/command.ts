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
  const root = projectRoot();
  const run = async (): Promise<string> => {
    const [given, ...more] = process.argv.slice(2);
    if (!given || more.length) throw new StartRefused(`Name a folder: npm run ${name} -- DIR`);
    const env = join(root, '.env');
    if (existsSync(env)) process.loadEnvFile(env);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const folder = resolve(process.env['INIT_CWD'] ?? process.cwd(), given);
    return work({ places: placesOf(process.env, root), folder, version });
  };
  process.on('exit', closeEmbedded);
  run().then(
    (line) => process.stdout.write(`${line}\n`),
    (error: unknown) => {
      const line = error instanceof StartRefused ? error.message : scrub((error as Error)?.stack ?? String(error));
      process.stderr.write(`${line}\n`);
      process.exit(1);
    },
  );
}
