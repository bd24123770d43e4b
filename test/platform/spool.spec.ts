import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Spool } from '../../src/platform/spool';

const PART = 'an event, and what became of it\r\n'.repeat(2_000);

describe('a text that is read faster than it is taken', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skilgrid-spool-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Tells how many parts were asked for, and whether it was ended. */
  const source = (count: number, failure?: Error) => {
    const progress = { given: 0, isOver: false };
    const parts = (async function* () {
      try {
        for (; progress.given < count; progress.given++) yield `${progress.given} ${PART}`;
        if (failure) throw failure;
      } finally {
        progress.isOver = true;
      }
    })();
    return { progress, parts };
  };
  const whole = (count: number) => Array.from({ length: count }, (_, n) => `${n} ${PART}`).join('');
  const taken = async (spool: Spool): Promise<string> => {
    let text = '';
    for await (const piece of spool) text += String(piece);
    return text;
  };

  it('arrives whole and in order, short or long', async () => {
    for (const count of [0, 1, 3, 100]) expect(await taken(new Spool(source(count).parts, folder))).toBe(whole(count));
  });

  it('is read to its end though nobody takes it, into a file that has no name', async () => {
    const { progress, parts } = source(100);
    const spool = new Spool(parts, folder);
    while (!progress.isOver) await turn();
    expect(readdirSync(folder)).toEqual([]);
    expect(spool.readableLength).toBeLessThan(1024 * 1024);
    expect(await taken(spool)).toBe(whole(100));
  });

  it('ends with what its source threw', async () => {
    const { parts } = source(2, new Error('the database went away'));
    await expect(taken(new Spool(parts, folder))).rejects.toThrow('the database went away');
  });

  it('ends its source when the reader leaves', async () => {
    const { progress, parts } = source(100_000);
    for await (const piece of new Spool(parts, folder)) if (piece) break;
    while (!progress.isOver) await turn();
    expect(progress.given).toBeLessThan(100_000);
  });
});
