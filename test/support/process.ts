import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { entry } from './entry';

export interface ProductProcess {
  url: string;
  child: ChildProcess;
  /** SIGKILL: no goodbye, no flush. */
  kill(): Promise<void>;
}

/** The product as a process of its own, ready to answer. @param isBuilt left out: as `entry` has it */
export async function startProcess(env: Record<string, string>, isBuilt?: boolean): Promise<ProductProcess> {
  const { ready, ...started } = await spawnProcess(env, isBuilt);
  await ready;
  return started;
}

/** The same, not yet ready; `said` is what it has printed so far. */
export async function spawnProcess(
  env: Record<string, string>,
  isBuilt?: boolean,
): Promise<ProductProcess & { ready: Promise<void>; output(): string }> {
  const port = await freePort();
  // The flag of `npm start`: Node 22 warns of its SQLite on stderr.
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...entry('main', isBuilt)], {
    cwd: join(__dirname, '../..'),
    env: {
      ...process.env,
      NODE_ENV: 'development',
      LOG_LEVEL: 'silent',
      SEED_DEMO: 'off',
      FFMPEG: 'off',
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let text = '';
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (part: Buffer) => {
      text += part.toString();
      if (text.includes('listens on')) resolve();
    };
    child.stdout!.on('data', hear);
    child.stderr!.on('data', hear);
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${text}`)));
  });
  ready.catch(() => undefined); // told to whoever waits for it
  return {
    ready,
    output: () => text,
    url: `http://127.0.0.1:${port}`,
    child,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
