import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { entryPointArgs } from './entry-point';

export interface ProductProcess {
  url: string;
  child: ChildProcess;
  /** SIGKILL: no graceful shutdown, no flush. */
  kill(): Promise<void>;
}

/** Starts the product as a separate process and waits until it is ready. @param isBuilt defaults as in `entry` */
export async function startProcess(env: Record<string, string>, isBuilt?: boolean): Promise<ProductProcess> {
  const { ready, ...process } = await spawnProcess(env, isBuilt);
  await ready;
  return process;
}

/** The same without waiting; `output` returns what it has printed so far. */
export async function spawnProcess(
  env: Record<string, string>,
  isBuilt?: boolean,
): Promise<ProductProcess & { ready: Promise<void>; output(): string }> {
  const port = await freePort();
  // Same flag as `npm start`: Node 22 warns about its SQLite on stderr.
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...entryPointArgs('main', isBuilt)], {
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
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let text = '';
  const ready = new Promise<void>((resolve, reject) => {
    const collectOutput = (part: Buffer) => {
      text += part.toString();
      if (text.includes('listens on')) resolve();
    };
    child.stdout!.on('data', collectOutput);
    child.stderr!.on('data', collectOutput);
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${text}`)));
  });
  ready.catch(() => undefined); // reported to the caller that awaits it
  return {
    ready,
    output: () => text,
    url: `http://127.0.0.1:${port}`,
    child,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
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
