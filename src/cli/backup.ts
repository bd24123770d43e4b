import { command } from './cli';
import { storedFiles } from './stored-files';
import { backup } from '../infrastructure/backup/backup';

/** `npm run backup -- DIR`; the server can be running (docs/operations.md). */
command('backup', async ({ resolvePaths, folder, version }) => {
  const { files, missing, secret, database } = await backup({ paths: resolvePaths(), storedFiles, version }, folder);
  const bytes = files.reduce((sum, file) => sum + file.bytes, database.bytes);
  const missingNote = missing.length
    ? ` ${missing.length} files were missing already: ${missing.slice(0, 3).join(', ')}.`
    : '';
  const secretNote = secret ? '' : ' Keep JWT_SECRET with it: it is not part of the backup.';
  return `Backup in ${folder}: the database and ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB.${missingNote}${secretNote}`;
});
