import { command } from './cli';
import { restore } from '../infrastructure/backup/restore';
import { migrations } from '../migrations';

/** `npm run restore -- DIR`: restores into an empty, stopped installation (docs/operations.md). */
command('restore', async ({ places, folder }) => {
  const { taken_at, files, secret, version } = await restore(places, folder, migrations);
  const secretNote =
    secret || places.secret !== null ? '' : ' Set JWT_SECRET to the one of that time before you start.';
  return `Restored what version ${version} held at ${taken_at}: the database and ${files.length} files.${secretNote}`;
});
