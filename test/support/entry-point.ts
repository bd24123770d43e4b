import { join } from 'node:path';

const root = join(__dirname, '../..');
const pathOf = (name: string): string => (name === 'main' ? name : `cli/${name}`);

export type EntryPoint = 'main' | 'move' | 'backup' | 'restore' | 'search-rebuild' | 'create-platform-account';

/**
 * Node arguments that run an entry point of the product from the project folder: from dist when `npm test` has just
 * built it, else from source, because dist may be outdated.
 */
export const entryPointArgs = (name: EntryPoint, isBuilt = Boolean(process.env.TEST_BUILT)): string[] => [
  '--require',
  join(__dirname, 'fixed-clock.cjs'),
  ...(isBuilt ? [join(root, 'dist', `${pathOf(name)}.js`)] : ['-r', '@swc-node/register', `src/${pathOf(name)}.ts`]),
];
