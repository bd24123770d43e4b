// `npm run bench`: runs the benchmarks of test/bench and compares them with their limits.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, requireNode, root, run } from './prepare.mjs';

requireNode();
// `--readme` only prints the last run's table, which needs no build.
if (!process.argv.includes('--readme')) await prepare({ admin: false });

const entry = join(root, 'test', 'bench', 'run.mjs');
if (!existsSync(entry)) {
  console.error('There is nothing to measure yet: test/bench/run.mjs is missing.');
  process.exit(1);
}
process.exit(await run(process.execPath, [entry, ...process.argv.slice(2)], { show: true }));
