import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProjectRoot } from './project-root';

export interface BuildInfo {
  readonly version: string;
  /** Git commit, when known at build time (scripts/build-facts.mjs). */
  readonly commit: string | null;
}

let cached: BuildInfo | undefined;

/** Version and commit of the running build. Missing files do not stop the start. */
export function getBuildInfo(): BuildInfo {
  if (cached) return cached;
  const root = findProjectRoot();
  const { version = 'unknown' } = readJson(join(root, 'package.json'));
  const { commit } = readJson(join(root, 'dist', 'build.json'));
  return (cached = { version, commit: commit ?? null });
}

function readJson(path: string): { version?: string; commit?: string | null } {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as object;
  } catch {
    return {};
  }
}
