// Starts the built product on an empty embedded database, saves its OpenAPI document, and stops it with SIGTERM, which
// must exit with code 0.   node .ci/openapi.mjs <file>
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [file] = process.argv.slice(2);
const data = mkdtempSync(join(tmpdir(), 'skilgrid-openapi-'));
const port = await freePort();
const base = `http://127.0.0.1:${port}`;

const server = spawn(process.execPath, ['dist/main.js'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: data,
    DATABASE_URL: '',
    SEED_DEMO: 'off',
    LOG_LEVEL: 'warn',
  },
});
const exited = new Promise((resolve) => server.on('exit', (code, signal) => resolve(signal ?? code)));

try {
  await waitUntilReady();
  const answer = await fetch(`${base}/api/docs-json`);
  if (!answer.ok) throw new Error(`GET /api/docs-json answered ${answer.status}`);
  const document = await answer.json();
  writeFileSync(file, JSON.stringify(document, null, 2));
  console.log(`${Object.keys(document.paths).length} paths described`);
  server.kill('SIGTERM');
  const outcome = await Promise.race([exited, wait(60_000).then(() => 'no exit within a minute')]);
  if (outcome !== 0) throw new Error(`SIGTERM should end the server with code 0, but the result was: ${outcome}`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  server.kill('SIGKILL');
  await exited;
  rmSync(data, { recursive: true, force: true });
}

async function waitUntilReady() {
  const until = Date.now() + 60_000;
  while (Date.now() < until && server.exitCode === null) {
    const answer = await fetch(`${base}/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await wait(200);
  }
  throw new Error(
    server.exitCode === null ? 'The server was not ready within 60 s' : 'The server ended before it was ready',
  );
}

function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: openPort } = probe.address();
      probe.close(() => resolve(openPort));
    });
  });
}
