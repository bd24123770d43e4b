// What a build is told of itself and nobody can tell afterwards: the commit it was made of, for /health/version.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Given (an image is built without its history), or asked of git; a folder that came without it has none. */
function commit() {
  const given = process.env.COMMIT?.trim();
  if (given) return given;
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}

export const writeBuildFacts = () =>
  writeFileSync(join(root, 'dist', 'build.json'), `${JSON.stringify({ commit: commit() })}\n`);

if (process.argv[1] === fileURLToPath(import.meta.url)) writeBuildFacts();
