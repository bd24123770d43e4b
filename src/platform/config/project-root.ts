import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the repository, whether the program runs from src/ (tests) or from dist/. */
export function projectRoot(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, 'package-lock.json')) && !existsSync(join(folder, 'nest-cli.json'))) {
    const parent = dirname(folder);
    if (parent === folder) return process.cwd();
    folder = parent;
  }
  return folder;
}
