import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getMetadataArgsStorage } from 'typeorm';

/** Every entity of the modules that have been loaded. */
export function loadedEntities(): Function[] {
  return getMetadataArgsStorage().tables.map(({ target }) => target as Function);
}

/** Every migration of a folder, `0006-support.ts` or what was built of it, in the order of their numbers. */
export function migrationsIn(folder: string): Function[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}-[\w-]+\.[jt]s$/.test(file))
    .toSorted()
    .flatMap((file) => Object.values(require(join(folder, file)) as Record<string, Function>));
}
