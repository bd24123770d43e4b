import { command } from './command';
import { restore } from './platform/backup/restore';
import { migrations } from './migrations';

/** `npm run restore -- DIR`, into an empty place that nobody serves. */
command('restore', async ({ places, folder }) => {
  const { taken_at, files, secret, version } = await restore(places, folder, migrations);
  const key = secret || places.secret !== null ? '' : ' Set JWT_SECRET to the one of that time before you start.';
  return `Restored what version ${version} held at ${taken_at}: the database and ${files.length} files.${key}`;
});
