// `npm start`: installs, builds what has changed, then runs the server, which migrates, seeds and serves. Settings come
// from the environment and from .env (see .env.example).
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { prepare, requireNode, root, signalChildren } from './prepare.mjs';

requireNode();

const startedAt = Date.now();
let server = null;
let isStopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isStopping = true;
    // A terminal sends Ctrl-C to the whole process group; a second SIGINT would abort the server's shutdown.
    if (signal === 'SIGINT' && process.stdin.isTTY && server) return;
    if (server) server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    else {
      signalChildren(signal);
      process.exit(130);
    }
  });
}

// npm passes SIGTERM only to its shell, which exits without us; without this check the server would keep the port.
if (process.env.npm_lifecycle_event === 'start') {
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell && !isStopping) process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
}

const envFile = join(root, '.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);
const host = process.env.HOST || (process.env.NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1');
const port = Number(process.env.PORT || 3000);

await requireFreePort();
await prepare();

const flags = ['--disable-warning=ExperimentalWarning', '--enable-source-maps'];
server = spawn(process.execPath, [...flags, join(root, 'dist', 'main.js')], {
  cwd: root,
  // Node 20 has no compile cache and ignores the variable.
  env: { NODE_COMPILE_CACHE: join(root, 'dist', '.compiled'), ...process.env },
  stdio: 'inherit',
});
server.on('error', (error) => {
  console.error(`The server could not be started: ${error.message}`);
  process.exit(1);
});
server.on('exit', (code, signal) => process.exit(signal ? (isStopping ? 0 : 1) : (code ?? 1)));
announceReady();

/** Checked before the build, because another server's response on this port would look like ours. */
function requireFreePort() {
  // The server reports invalid numbers itself; 0 means any free port.
  if (!Number.isInteger(port) || port <= 0 || port > 65535) return Promise.resolve();
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => {
      const why = error.code === 'EADDRINUSE' ? 'is already in use' : `cannot be used (${error.code})`;
      console.error(`Port ${port} on ${host} ${why}. Choose another one: PORT=${port + 1} npm start`);
      process.exit(1);
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** Prints one line when the server is ready. */
async function announceReady() {
  const shownHost = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host;
  const reachableHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  while (!isStopping) {
    const answer = await fetch(`http://${reachableHost}:${port}/health/ready`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) {
      const url = process.env.PUBLIC_URL || `http://${shownHost}:${port}`;
      console.log(`\nReady after ${Math.round((Date.now() - startedAt) / 1000)} s: ${url}\n`);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
