// `npm run backup -- DIR`. Never rebuilds an existing dist, because a server may be running from it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, requireNode, root, run } from './prepare.mjs';

requireNode();
const entry = join(root, 'dist', 'cli', 'backup.js');
if (!existsSync(entry)) await prepare({ admin: false });
const args = ['--disable-warning=ExperimentalWarning', entry, ...process.argv.slice(2)];
process.exit(await run(process.execPath, args, { cwd: process.cwd(), show: true }));
