// `npm run lint:all`: checks with the separately installed tools of .ci/package.json. Part of `npm run test:all`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root, run } from './prepare.mjs';

const output = join(root, '.ci', '.output');
const openapi = join(output, 'openapi.json');
const tool = (name) => join(root, '.ci', 'node_modules', '.bin', name);

/** Run in this order: the OpenAPI linters read the document that .ci/openapi.mjs writes. */
const CHECKS = [
  ['nothing unused (knip)', tool('knip'), '--config', '.ci/knip.json'],
  ['Dockerfile', tool('dockerfilelint'), '--config', '.ci/dockerfilelint', 'Dockerfile'],
  ['docs/operations', process.execPath, '.ci/check-operations.mjs'],
  ['docker-compose.yml', tool('dclint'), '-c', '.ci/dclint.yaml', 'docker-compose.yml'],
  ['the product describes itself', process.execPath, '.ci/openapi.mjs', openapi],
  ['OpenAPI (redocly)', tool('redocly'), 'lint', '--config', '.ci/redocly.yaml', openapi],
  [
    'OpenAPI (spectral)',
    tool('spectral'),
    'lint',
    '--ruleset',
    '.ci/spectral.yaml',
    '--fail-severity',
    'warn',
    openapi,
  ],
];
const QUIET = {
  NO_UPDATE_NOTIFIER: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  SCARF_ANALYTICS: 'false',
};

/** Installs the tools of `.ci`, including other major versions of Node. */
export const installTools = () => run('npm', ['ci', '--prefix', '.ci', '--no-audit', '--no-fund', '--loglevel=error']);

/** @returns {Promise<{ name: string, ok: boolean, seconds: number }[]>} results in the order of the checks */
export async function lintAll() {
  await prepare({ admin: false });
  await installTools();
  mkdirSync(output, { recursive: true });
  const results = [];
  for (const [name, command, ...args] of CHECKS) {
    const startedAt = Date.now();
    const code = await run(command, args, { env: { ...process.env, ...QUIET } });
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.log(`${code === 0 ? 'ok' : 'FAILED'}: ${name} (${seconds} s)`);
    results.push({ name, ok: code === 0, seconds });
  }
  return results;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exit((await lintAll()).every(({ ok }) => ok) ? 0 : 1);
