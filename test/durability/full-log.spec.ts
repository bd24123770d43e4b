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
import { LineSink } from '../../src/platform/logging/line-sink';
import { prepared, type Prepared } from '../support/durable';
import { entry } from '../support/entry';
import { until } from '../support/eventually';
import { freePort } from '../support/process';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skilgrid-log-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A pipe that nobody reads until it is hasShutDown, with both ends open. */
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
      return text; // nothing more just now
    }
  };
  return { fd, readAll };
}

/** A small disk of its own where that may be mounted; null elsewhere. */
function smallDisk(): { path: string; forget(): void } | null {
  const path = mkdtempSync(join(tmpdir(), 'skilgrid-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    rmSync(path, { recursive: true });
    return null;
  }
  return {
    path,
    forget: () => {
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true });
    },
  };
}

describe('lines of a log', () => {
  const line = (at: number) => `${String(at).padStart(6, '0')} ${'x'.repeat(192)}\n`;

  it('that nobody reads wait up to a megabyte; the others are dropped, counted and told of, and none is cut', async () => {
    const { fd, readAll } = pipe();
    const sink = new LineSink(fd);
    for (let at = 0; at < 10_000; at++) sink.write(line(at));
    expect(sink.dropped).toBeGreaterThan(4_000);
    const lost = sink.dropped;
    let text = '';
    await until(() => (text += readAll()).split('\n').length > 10_000 - lost);
    sink.write(line(10_000));
    await until(() => (text += readAll()).includes(line(10_000)));
    const lines = text.split('\n').slice(0, -1);
    const drops = lines.filter((each) => each.startsWith('{')).map((each) => JSON.parse(each) as { dropped: number });
    expect(drops).toEqual([expect.objectContaining({ dropped: lost, level: 40 })]);
    const kept = lines.filter((each) => !each.startsWith('{'));
    expect(kept.every((each) => each.length === 199)).toBe(true);
    expect(kept.length + lost).toBe(10_001);
    expect(sink.dropped).toBe(0);
    closeSync(fd);
  });

  it('for a disk that is full are counted, and written again when it has space', async () => {
    const disk = smallDisk();
    const path = join(disk?.path ?? folder, 'log');
    const fd = openSync(disk ? path : '/dev/full', 'a');
    try {
      const sink = new LineSink(fd);
      if (disk) writeFileSync(join(disk.path, 'filler'), 'x'.repeat(65_536));
      for (let at = 0; at < 1_000; at++) sink.write(line(at));
      await until(() => sink.dropped === 1_000);
      if (!disk) return;
      unlinkSync(join(disk.path, 'filler'));
      sink.write(line(1_000));
      await until(() => sink.dropped === 0);
      const written = readFileSync(path, 'utf8');
      expect(written).toContain('"dropped":1000');
      expect(written.endsWith(line(1_000))).toBe(true);
    } finally {
      closeSync(fd);
      disk?.forget();
    }
  });

  it('that were taken are written before a process ends, and one that cannot be holds up nobody', async () => {
    const { fd, readAll } = pipe();
    const sink = new LineSink(fd);
    sink.write(line(1));
    await sink.settled(10_000);
    expect(readAll()).toBe(line(1));
    for (let at = 0; at < 1_000; at++) sink.write(line(at));
    await sink.settled(50);
    sink.flushNow();
    closeSync(fd);
  });
});

describe('a process whose log', () => {
  let given: Prepared;
  beforeAll(async () => {
    given = await prepared();
  });
  afterAll(() => given.forget());

  const start = async (
    stdout: number | 'pipe',
  ): Promise<{ url: string; child: ChildProcess; ended: Promise<number | null> }> => {
    const port = await freePort();
    const child = spawn(process.execPath, entry('main'), {
      cwd: join(__dirname, '../..'),
      env: { ...process.env, NODE_ENV: 'development', SEED_DEMO: 'off', PORT: String(port), ...given.env },
      stdio: ['ignore', stdout, 'ignore'],
    });
    const ended = new Promise<number | null>((done) => child.once('exit', done));
    const url = `http://127.0.0.1:${port}`;
    const ready = () =>
      fetch(`${url}/health/ready`).then(
        ({ status }) => status === 200,
        () => false,
      );
    await until(() => child.exitCode !== null || ready());
    return { url, child, ended };
  };

  it.each<[string, () => { stdout: number | 'pipe'; done(): void }]>([
    [
      'goes to a full disk',
      () => {
        const fd = openSync('/dev/full', 'w');
        return { stdout: fd, done: () => closeSync(fd) };
      },
    ],
    [
      'goes to a pipe that nobody reads',
      () => {
        const { fd } = pipe();
        return { stdout: fd, done: () => closeSync(fd) };
      },
    ],
    ['goes to a parent that does not read', () => ({ stdout: 'pipe', done: () => undefined })],
  ])('%s serves on, is alive, and ends when asked to', async (_, place) => {
    const { stdout, done } = place();
    const { url, child, ended } = await start(stdout);
    try {
      // More lines than a pipe (64 KB) or a socket (208 KB) takes.
      for (let round = 0; round < 60; round++) {
        const asked = Array.from({ length: 50 }, () => fetch(`${url}/health/live`));
        const answers = await Promise.all(asked);
        expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
        await Promise.all(answers.map((answer) => answer.text()));
      }
      expect((await fetch(`${url}/health/live`)).status).toBe(200);
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    } finally {
      child.kill('SIGKILL');
      done();
    }
  });
});
