// Checks the files of docs/operations with the programs that read them (Debian: haproxy, nginx-light, prometheus).
// Files of programs that are not installed are skipped with a message.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const file = (name) => resolve('docs/operations', name);
const checks = [
  ['haproxy', '-c', '-f', file('haproxy.cfg')],
  ['nginx', '-t', '-c', file('nginx.conf')],
  ['promtool', 'check', 'config', file('prometheus.yml')],
  ['promtool', 'check', 'rules', file('alerts.yml')],
];

let failed = false;
for (const [program, ...args] of checks) {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` },
  });
  if (error) console.log(`${program} is not installed: ${args.at(-1)} was not checked`);
  else if (status !== 0) {
    failed = true;
    console.error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
  }
}
process.exit(failed ? 1 : 0);
