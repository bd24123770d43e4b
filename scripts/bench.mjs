// `npm run bench`: the measured figures of the product (test/bench) against their floors.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, requireNode, root, run } from './prepare.mjs';

requireNode();
// The table of the last run asks for nothing to be built.
if (!process.argv.includes('--readme')) await prepare({ admin: false });

const entry = join(root, 'test', 'bench', 'run.mjs');
if (!existsSync(entry)) {
  console.error('There is nothing to measure yet: test/bench/run.mjs is missing.');
  process.exit(1);
}
process.exit(await run(process.execPath, [entry, ...process.argv.slice(2)], { show: true }));
