import { Readable } from 'node:stream';
import { readLines } from '../../src/infrastructure/files/read-lines';

async function linesOf(chunks: readonly Buffer[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(Readable.from(chunks))) lines.push(line);
  return lines;
}

describe('lines of a stream', () => {
  it('are split at line feeds only, so U+2028, U+2029 and carriage returns stay in their line', async () => {
    const row = JSON.stringify(['one\u2028two\u2029three\r']);
    expect(await linesOf([Buffer.from(`${row}\n\u2028\rnext\n`)])).toEqual([row, '\u2028\rnext']);
  });

  it('are the same wherever the chunks end, also within a character', async () => {
    const bytes = Buffer.from('añ€\n😀\u2028z\n\nend');
    for (let size = 1; size <= bytes.length; size++) {
      const chunks: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
      expect(await linesOf(chunks)).toEqual(['añ€', '😀\u2028z', '', 'end']);
    }
  });

  it('end with the last text, with or without a line feed after it', async () => {
    expect(await linesOf([Buffer.from('a\nb')])).toEqual(['a', 'b']);
    expect(await linesOf([Buffer.from('a\nb\n')])).toEqual(['a', 'b']);
    expect(await linesOf([])).toEqual([]);
  });

  it('are read as one where a long line comes in many chunks', async () => {
    const chunk = Buffer.from('x'.repeat(16_384));
    const lines = await linesOf(Array.from({ length: 64 }, () => chunk));
    expect(lines.map(({ length }) => length)).toEqual([64 * 16_384]);
  });
});
