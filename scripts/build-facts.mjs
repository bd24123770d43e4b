// Writes dist/build.json with the git commit of the build, for /health/version.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** From the COMMIT variable (Docker images are built without .git), else from git; null without either. */
function findCommit() {
  const commitVariable = process.env.COMMIT?.trim();
  if (commitVariable) return commitVariable;
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
  writeFileSync(join(root, 'dist', 'build.json'), `${JSON.stringify({ commit: findCommit() })}\n`);

if (process.argv[1] === fileURLToPath(import.meta.url)) writeBuildFacts();
