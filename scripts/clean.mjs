// Empties dist before a build. Not `deleteOutDir` of Nest: `nest start --watch` would delete other build results too.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

rmSync(fileURLToPath(new URL('../dist', import.meta.url)), { recursive: true, force: true });
