import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getMetadataArgsStorage } from 'typeorm';

export function listLoadedEntities(): Function[] {
  return getMetadataArgsStorage().tables.map(({ target }) => target as Function);
}

/** Migration classes of a folder (`0006-support.ts` or its build output), in numeric order. */
export function loadMigrations(folder: string): Function[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}-[\w-]+\.[jt]s$/.test(file))
    .toSorted()
    .flatMap((file) => Object.values(require(join(folder, file)) as Record<string, Function>));
}
