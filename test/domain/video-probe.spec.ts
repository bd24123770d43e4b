import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { looksLikeMp4, mp4Duration } from '../../src/trainings/mp4-probe';
import { looksLikeWebm, webmDuration } from '../../src/trainings/webm-probe';

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
};
const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
};
const largeBox = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(1), Buffer.from(type, 'latin1'), u64(BigInt(body.length + 16)), body]);
};
const ftyp = (...brands: string[]) =>
  box('ftyp', Buffer.from(brands[0]!), u32(512), ...brands.map((brand) => Buffer.from(brand)));
const mvhd = (scale: number, duration: number) =>
  box('mvhd', u32(0), u32(0), u32(0), u32(scale), u32(duration), Buffer.alloc(80));
const mvhdLong = (scale: number, duration: bigint) =>
  box('mvhd', Buffer.from([1, 0, 0, 0]), u64(0n), u64(0n), u32(scale), u64(duration), Buffer.alloc(80));
const track = (kind: string) =>
  box('trak', box('mdia', box('hdlr', u32(0), u32(0), Buffer.from(kind), Buffer.alloc(12))));
const mdat = (bytes: number) => box('mdat', Buffer.alloc(bytes, 7));

const element = (id: string, content: Buffer) =>
  Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x80 | content.length]), content]);
const float = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};
const head = element('1a45dfa3', element('4282', Buffer.from('webm')));
const UNKNOWN = Buffer.from('01ffffffffffffff', 'hex');
const segment = (...content: Buffer[]) => Buffer.concat([Buffer.from('18538067', 'hex'), UNKNOWN, ...content]);
const tracks = (type: number) => element('1654ae6b', element('ae', element('83', Buffer.from([type]))));
const info = (...content: Buffer[]) => element('1549a966', Buffer.concat(content));

describe('the duration of a video', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-probe-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function of(
    bytes: Buffer,
    probe: (file: FileHandle, size: number) => Promise<number | null>,
  ): Promise<number | null> {
    const path = join(folder, 'video');
    writeFileSync(path, bytes);
    const file = await open(path);
    try {
      return await probe(file, bytes.length);
    } finally {
      await file.close();
    }
  }
  const mp4 = (...parts: Buffer[]) => of(Buffer.concat([ftyp('isom', 'mp42'), ...parts]), mp4Duration);
  const webm = (...parts: Buffer[]) => of(Buffer.concat([head, segment(...parts)]), webmDuration);

  it('is read before or after the film, in either size of header', async () => {
    expect(await mp4(box('moov', mvhd(1000, 600_000), track('vide')), mdat(500))).toBe(600_000);
    expect(await mp4(mdat(500), box('moov', mvhd(90_000, 90_000 * 61), track('soun'), track('vide')))).toBe(61_000);
    expect(await mp4(largeBox('mdat', Buffer.alloc(50)), box('moov', mvhdLong(600, 600n * 7200n), track('vide')))).toBe(
      7_200_000,
    );
  });

  it('is read from the fragments where the film was written in them', async () => {
    const mvex = box('mvex', box('mehd', u32(0), u32(42_000)));
    expect(await mp4(box('moov', mvhd(1000, 0), track('vide'), mvex), mdat(9))).toBe(42_000);
  });

  it.each([
    ['without a picture', [box('moov', mvhd(1000, 5000), track('soun'))]],
    ['without a length', [box('moov', mvhd(1000, 0), track('vide'))]],
    ['with an unknown length', [box('moov', mvhd(1000, 0xffff_ffff), track('vide'))]],
    ['without a time scale', [box('moov', mvhd(0, 5000), track('vide'))]],
    ['without a head', [mdat(100)]],
    ['cut off', [box('moov', mvhd(1000, 5000), track('vide')), mdat(100).subarray(0, 60)]],
    [
      'with a box that is smaller than its own header',
      [box('moov', mvhd(1000, 5000), track('vide')), Buffer.from('0000000466726565', 'hex')],
    ],
    ['with an endless nest', [Buffer.concat(Array.from({ length: 20_000 }, () => box('free')))]],
  ])('is not guessed at in an MP4 %s', async (_, parts) => {
    expect(await mp4(...parts)).toBeNull();
  });

  it('is read from a WebM, whose segment may have no end', async () => {
    const scale = element('2ad7b1', Buffer.from('0f4240', 'hex'));
    expect(await webm(info(scale, element('4489', float(12_345))), tracks(1))).toBe(12_345);
    expect(await webm(tracks(1), info(element('4489', float(1_000))))).toBe(1_000);
    expect(await webm(info(scale), tracks(1))).toBeNull();
    expect(await webm(info(element('4489', float(1_000))), tracks(2))).toBeNull();
    expect(await webm(Buffer.alloc(100))).toBeNull();
    expect(await webm(info(element('4489', float(Number.NaN))), tracks(1))).toBeNull();
  });

  it('is asked only of what begins like a video', () => {
    expect(looksLikeMp4(ftyp('isom', 'mp42'))).toBe(true);
    expect(looksLikeMp4(ftyp('qt  ', 'mp42'))).toBe(true);
    for (const brands of [['heic', 'mif1'], ['avif', 'miaf'], ['qt  '], ['crx ']])
      expect(looksLikeMp4(ftyp(...brands))).toBe(false);
    expect(looksLikeWebm(Buffer.concat([head, Buffer.alloc(16)]))).toBe(true);
    expect(
      looksLikeWebm(Buffer.concat([element('1a45dfa3', element('4282', Buffer.from('matroska'))), Buffer.alloc(16)])),
    ).toBe(false);
  });
});
