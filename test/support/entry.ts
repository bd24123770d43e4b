import { join } from 'node:path';

const root = join(__dirname, '../..');

/**
 * What Node is given to run this part of the product as a process of its own, from the product's folder: as `npm test` has
 * just built it; from its source in a file that is run by itself, where what is built may be older.
 */
export const entry = (
  name: 'main' | 'move' | 'backup' | 'restore' | 'search-rebuild',
  isBuilt = Boolean(process.env.TEST_BUILT),
): string[] => [
  ...['--require', join(__dirname, 'fixed-clock.cjs')],
  ...(isBuilt ? [join(root, 'dist', `${name}.js`)] : ['-r', '@swc-node/register', `src/${name}.ts`]),
];
