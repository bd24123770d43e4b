import { command } from './command';
import { keptFiles } from './kept-files';
import { backup } from './platform/backup/backup';

/** `npm run backup -- DIR`, while the product serves or not. */
command('backup', async ({ places, folder, version }) => {
  const { files, missing, secret, database } = await backup({ places, keptFiles, version }, folder);
  const bytes = files.reduce((sum, file) => sum + file.bytes, database.bytes);
  const lost = missing.length
    ? ` ${missing.length} files were missing already: ${missing.slice(0, 3).join(', ')}.`
    : '';
  const key = secret ? '' : ' Keep JWT_SECRET with it: it is not part of the backup.';
  return `Backup in ${folder}: the database and ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB.${lost}${key}`;
});
