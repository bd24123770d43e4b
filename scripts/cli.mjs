// `node scripts/cli.mjs NAME …`: a compiled command of src/cli. Never rebuilds an existing dist, because a server may be running from it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, requireNode, root, run } from './prepare.mjs';

requireNode();
const [name, ...rest] = process.argv.slice(2);
const entry = join(root, 'dist', 'cli', `${name}.js`);
if (!existsSync(entry)) await prepare({ admin: false });
const args = ['--disable-warning=ExperimentalWarning', entry, ...rest];
process.exit(await run(process.execPath, args, { cwd: process.cwd(), show: true }));
