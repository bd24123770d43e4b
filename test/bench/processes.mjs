// The measured processes: the built server and the baseline server ("floor"), each with the probe loaded.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = join(import.meta.dirname, '..', '..');
const SECRET = 'the secret of the benchmark, long enough to be accepted';

export const children = new Set();
const folders = new Set();
process.on('exit', () => {
  children.forEach((child) => child.kill('SIGKILL'));
  folders.forEach(forget);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** A folder that is removed at the end of this run. */
export function temporary() {
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-bench-'));
  folders.add(folder);
  return folder;
}
const forget = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** @param folder the checkout of the build */
export function start(command, args, env, ready, folder = root) {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (part) => {
      text += part;
      if (!text.includes(ready)) return;
      // From here on its log is read and discarded.
      child.stdout.off('data', read).resume();
      resolve(child);
    };
    child.stdout.on('data', read);
    child.on('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}\n${text}`)));
  });
}

export async function stop(child) {
  const over = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await over;
}

/** A free port, so that runs can execute in parallel. */
export function freePort() {
  return new Promise((resolve) => {
    const asked = createServer().listen(0, '127.0.0.1', () => {
      const { port } = asked.address();
      asked.close(() => resolve(port));
    });
  });
}

/** Default settings of a product on `port` with its files in `folder`, including a log line per request. */
export const settings = (url, folder, port) => ({
  NODE_ENV: 'production',
  DATABASE_URL: url,
  DATA_DIR: folder,
  JWT_SECRET: SECRET,
  SEED_DEMO: 'off',
  FFMPEG: 'off',
  PORT: String(port),
  HOST: '127.0.0.1',
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  MAIL_URL: 'smtp://127.0.0.1:2',
});

const probeArguments = ['--import', pathToFileURL(join(import.meta.dirname, 'probe.mjs')).href];

export const serve = (env, folder = root) =>
  start(process.execPath, [...probeArguments, 'dist/main.js'], env, 'listens on', folder);

/** @returns the process and its URL */
export async function serveFloor(database) {
  const port = await freePort();
  const env = { FLOOR_DATABASE: database.replace(/^mariadb:/, 'mysql:'), FLOOR_PORT: String(port) };
  const child = await start(process.execPath, [...probeArguments, 'test/bench/floor.mjs'], env, 'floor ready');
  return { child, url: `http://127.0.0.1:${port}` };
}

/** The figures of the probe since the last query. @param word `profile` starts a CPU profile, `profiled` ends it */
export function probe(child, word = 'tell') {
  const answered = new Promise((resolve) => child.once('message', resolve));
  child.send(word);
  return answered;
}
