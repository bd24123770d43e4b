// `npm start`: from a fresh clone to a running product. Installs, builds what changed, then runs the server, which
// migrates, seeds and serves. Settings come from the environment and from .env (see .env.example).
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { prepare, requireNode, root, signalChildren } from './prepare.mjs';

requireNode();

const began = Date.now();
let server = null;
let leaving = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    leaving = true;
    // A terminal sends Ctrl-C to the whole group: the server has it already, and a second one would cut it short.
    if (signal === 'SIGINT' && process.stdin.isTTY && server) return;
    if (server) server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    else {
      signalChildren(signal);
      process.exit(130);
    }
  });
}

// npm passes SIGTERM to its shell only, which ends and leaves us behind; without this the server would stay on the port.
if (process.env.npm_lifecycle_event === 'start') {
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell && !leaving) process.kill(process.pid, 'SIGTERM');
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
server.on('exit', (code, signal) => process.exit(signal ? (leaving ? 0 : 1) : (code ?? 1)));
announce();

/** Asked before the long part: somebody else's answer on this port would look like ours. */
function requireFreePort() {
  // A wrong number is the server's to explain, with every other setting; 0 means any free one.
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

/** One line when the product can be used: the database is migrated, seeded and answering. */
async function announce() {
  const shown = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host;
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  while (!leaving) {
    const answer = await fetch(`http://${reached}:${port}/health/ready`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) {
      const url = process.env.PUBLIC_URL || `http://${shown}:${port}`;
      console.log(`\nReady after ${Math.round((Date.now() - began) / 1000)} s: ${url}\n`);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
