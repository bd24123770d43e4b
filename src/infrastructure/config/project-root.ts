import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Works from src/ (tests) and from dist/. */
export function findProjectRoot(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, 'package-lock.json')) && !existsSync(join(folder, 'nest-cli.json'))) {
    const parent = dirname(folder);
    if (parent === folder) return process.cwd();
    folder = parent;
  }
  return folder;
}
