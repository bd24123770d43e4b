import { command } from './cli';
import { restore } from '../infrastructure/backup/restore';
import { migrations } from '../migrations';

/** `npm run restore -- DIR`: restores into an empty, stopped installation (docs/operations.md). */
command('restore', async ({ resolvePaths, folder }) => {
  const paths = resolvePaths();
  const { taken_at, files, secret, version } = await restore(paths, folder, migrations);
  const secretNote = secret || paths.secret !== null ? '' : ' Set JWT_SECRET to the one of that time before you start.';
  return `Restored what version ${version} held at ${taken_at}: the database and ${files.length} files.${secretNote}`;
});
