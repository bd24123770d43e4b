// What was deleted from src must not stay in dist; `nest start --watch` must keep what the build has put there.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

rmSync(fileURLToPath(new URL('../dist', import.meta.url)), { recursive: true, force: true });
