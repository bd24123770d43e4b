import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './config/project-root';

export interface Build {
  readonly version: string;
  /** Of the source, if it was known when this was built (scripts/build-facts.mjs). */
  readonly commit: string | null;
}

let known: Build | undefined;

/** What runs here: for /health/version, log lines and metrics. */
export function build(): Build {
  if (known) return known;
  const root = projectRoot();
  const { version = 'unknown' } = read(join(root, 'package.json'));
  const { commit } = read(join(root, 'dist', 'build.json'));
  return (known = { version, commit: commit ?? null });
}

/** Nothing that is missing there keeps the product from starting. */
function read(path: string): { version?: string; commit?: string | null } {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as object;
  } catch {
    return {};
  }
}
