import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncDirectorySync } from '../files/durable-files';

const SECRET_FILE = 'jwt-secret';

/**
 * The secret of an installation without JWT_SECRET: created once, stored in `folder` with mode 0600. Processes that
 * start together agree, because `link` fails for the second one.
 */
export function readOrCreateSecret(folder: string): string {
  const path = join(folder, SECRET_FILE);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true });
    try {
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    syncDirectorySync(folder);
  }
  chmodSync(path, 0o600);
  return readFileSync(path, 'utf8').trim();
}
