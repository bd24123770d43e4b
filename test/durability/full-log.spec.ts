import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NonBlockingLineWriter } from '../../src/infrastructure/logging/non-blocking-line-writer';
import { prepareOrganisation, type PreparedOrganisation } from '../support/durability';
import { entryPointArgs } from '../support/entry-point';
import { waitUntil } from '../support/eventually';
import { freePort } from '../support/product-process';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skilgrid-log-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A pipe with both ends open that is only read by `readAll`. */
function pipe(): { fd: number; readAll(): string } {
  const path = join(folder, `pipe-${randomUUID()}`);
  execFileSync('mkfifo', [path]);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const part = Buffer.alloc(65_536);
  const readAll = (): string => {
    let text = '';
    try {
      for (;;) text += part.toString('utf8', 0, readSync(fd, part, 0, part.length, null));
    } catch {
      return text; // no more data now
    }
  };
  return { fd, readAll };
}

/** A small mounted disk, or null where mounting is not allowed. */
function smallDisk(): { path: string; cleanUp(): void } | null {
  const path = mkdtempSync(join(tmpdir(), 'skilgrid-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    rmSync(path, { recursive: true });
    return null;
  }
  return {
    path,
    cleanUp: () => {
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true });
    },
  };
}

describe('lines of a log', () => {
  const line = (at: number) => `${String(at).padStart(6, '0')} ${'x'.repeat(192)}\n`;

  it('are buffered up to a megabyte; more are dropped, counted and reported, and none is truncated', async () => {
    const { fd, readAll } = pipe();
    const sink = new NonBlockingLineWriter(fd);
    for (let at = 0; at < 10_000; at++) sink.write(line(at));
    expect(sink.dropped).toBeGreaterThan(4_000);
    const droppedCount = sink.dropped;
    let text = '';
    await waitUntil(() => (text += readAll()).split('\n').length > 10_000 - droppedCount);
    sink.write(line(10_000));
    await waitUntil(() => (text += readAll()).includes(line(10_000)));
    const lines = text.split('\n').slice(0, -1);
    const drops = lines.filter((each) => each.startsWith('{')).map((each) => JSON.parse(each) as { dropped: number });
    expect(drops).toEqual([expect.objectContaining({ dropped: droppedCount, level: 40 })]);
    const logLines = lines.filter((each) => !each.startsWith('{'));
    expect(logLines.every((each) => each.length === 199)).toBe(true);
    expect(logLines.length + droppedCount).toBe(10_001);
    expect(sink.dropped).toBe(0);
    closeSync(fd);
  });

  it('for a full disk are counted, and writing resumes when it has space', async () => {
    const disk = smallDisk();
    const path = join(disk?.path ?? folder, 'log');
    const fd = openSync(disk ? path : '/dev/full', 'a');
    try {
      const sink = new NonBlockingLineWriter(fd);
      if (disk) writeFileSync(join(disk.path, 'filler'), 'x'.repeat(65_536));
      for (let at = 0; at < 1_000; at++) sink.write(line(at));
      await waitUntil(() => sink.dropped === 1_000);
      if (!disk) return;
      unlinkSync(join(disk.path, 'filler'));
      sink.write(line(1_000));
      await waitUntil(() => sink.dropped === 0);
      const written = readFileSync(path, 'utf8');
      expect(written).toContain('"dropped":1000');
      expect(written.endsWith(line(1_000))).toBe(true);
    } finally {
      closeSync(fd);
      disk?.cleanUp();
    }
  });

  it('are written before a process ends, and an unwritable one does not block the exit', async () => {
    const { fd, readAll } = pipe();
    const sink = new NonBlockingLineWriter(fd);
    sink.write(line(1));
    await sink.waitUntilWritten(10_000);
    expect(readAll()).toBe(line(1));
    for (let at = 0; at < 1_000; at++) sink.write(line(at));
    await sink.waitUntilWritten(50);
    sink.flushSync();
    closeSync(fd);
  });
});

describe('a process whose log', () => {
  let prepared: PreparedOrganisation;
  beforeAll(async () => {
    prepared = await prepareOrganisation();
  });
  afterAll(() => prepared.cleanUp());

  const start = async (
    stdout: number | 'pipe',
  ): Promise<{ url: string; child: ChildProcess; exited: Promise<number | null> }> => {
    const port = await freePort();
    const child = spawn(process.execPath, entryPointArgs('main'), {
      cwd: join(__dirname, '../..'),
      env: { ...process.env, NODE_ENV: 'development', SEED_DEMO: 'off', PORT: String(port), ...prepared.env },
      stdio: ['ignore', stdout, 'ignore'],
    });
    const exited = new Promise<number | null>((close) => child.once('exit', close));
    const url = `http://127.0.0.1:${port}`;
    const ready = () =>
      fetch(`${url}/health/ready`).then(
        ({ status }) => status === 200,
        () => false,
      );
    await waitUntil(() => child.exitCode !== null || ready());
    return { url, child, exited };
  };

  it.each<[string, () => { stdout: number | 'pipe'; close(): void }]>([
    [
      'goes to a full disk',
      () => {
        const fd = openSync('/dev/full', 'w');
        return { stdout: fd, close: () => closeSync(fd) };
      },
    ],
    [
      'goes to an unread pipe',
      () => {
        const { fd } = pipe();
        return { stdout: fd, close: () => closeSync(fd) };
      },
    ],
    ['goes to a parent that does not read', () => ({ stdout: 'pipe', close: () => undefined })],
  ])('%s keeps serving and shuts down on SIGTERM', async (_, createStdout) => {
    const { stdout, close } = createStdout();
    const { url, child, exited } = await start(stdout);
    try {
      // More lines than the buffer of a pipe (64 KB) or a socket (208 KB) holds.
      for (let iteration = 0; iteration < 60; iteration++) {
        const requests = Array.from({ length: 50 }, () => fetch(`${url}/health/live`));
        const answers = await Promise.all(requests);
        expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
        await Promise.all(answers.map((answer) => answer.text()));
      }
      expect((await fetch(`${url}/health/live`)).status).toBe(200);
      child.kill('SIGTERM');
      expect(await exited).toBe(0);
    } finally {
      child.kill('SIGKILL');
      close();
    }
  });
});
