import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NotAVideoError, UnreadableVideoError } from '../../src/modules/trainings/training.errors';
import { READ_BYTES_MAX, readVideo, sniffVideoFormat } from '../../src/modules/trainings/video-reader';

/** Encoded by ffmpeg 6: pictures of 64 × 36 pixels, one or two a second. */
const readMedia = (name: string): Buffer => readFileSync(join(__dirname, '../support/media', name));

/** A file of `size` bytes held in little memory: these pieces, with zeros between them. */
function sparse(size: number, pieces: readonly (readonly [at: number, bytes: Buffer])[]) {
  const file = { size, count: 0, read };
  return file;

  function read(start: number, end: number): Promise<Buffer> {
    file.count += end - start;
    const out = Buffer.alloc(end - start);
    for (const [at, bytes] of pieces)
      if (start < at + bytes.length && end > at) bytes.copy(out, Math.max(0, at - start), Math.max(0, start - at));
    return Promise.resolve(out);
  }
}

async function readFacts(bytes: Buffer) {
  const format = (await sniffVideoFormat(bytes.subarray(0, 256)))!;
  return readVideo(format, sparse(bytes.length, [[0, bytes]]).read, bytes.length);
}
const durationOrCode = (file: Buffer) =>
  readFacts(file).then(
    ({ duration_ms }) => duration_ms,
    (error: unknown) => {
      expect(error instanceof NotAVideoError || error instanceof UnreadableVideoError).toBe(true);
      return (error as UnreadableVideoError).code;
    },
  );
const CLUSTER = Buffer.from('1f43b675', 'hex');
const truncate = (file: Buffer, share = 0.6) => file.subarray(0, Math.floor(file.length * share));
const box = (type: string, bytes: number) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes, 0);
  head.write(type, 4, 'latin1');
  return head;
};

describe('the length of a video', () => {
  it.each([
    ['regular.mp4', 5000, 'avc'],
    ['fragmented.mp4', 20_000, 'avc'],
    ['beginning-and-fragments.mp4', 20_000, 'avc'],
    ['long-sound.mp4', 5000, 'avc'],
    ['hevc.mp4', 2000, 'hevc'],
    ['regular.webm', 5007, 'vp8'],
    ['recorded.webm', 5007, 'vp8'],
  ])('is read from %s', async (name, duration_ms, codec) => {
    expect(await readFacts(readMedia(name))).toMatchObject({ duration_ms, codec });
  });

  it('is read from a video whose index comes after more bytes than are read of a file', async () => {
    const video = readMedia('regular.mp4');
    const index = video.indexOf(Buffer.from('moov', 'latin1')) - 4;
    const freeBytes = 3 * READ_BYTES_MAX;
    const file = sparse(video.length + freeBytes, [
      [0, video.subarray(0, index)],
      [index, box('free', freeBytes)],
      [index + freeBytes, video.subarray(index)],
    ]);
    expect(await readVideo('mp4', file.read, file.size)).toEqual({ duration_ms: 5000, codec: 'avc' });
  });

  it.each([
    ['an MP4 whose end is missing', truncate(readMedia('regular.mp4'))],
    ['an MP4 whose pictures are missing behind the index', truncate(readMedia('beginning-and-fragments.mp4'), 0.1)],
    ['an MP4 in fragments whose last one is missing in part', truncate(readMedia('fragmented.mp4'))],
    ['a WebM whose end is missing', truncate(readMedia('regular.webm'))],
  ])('is not guessed for %s: the file is reported as incomplete', async (_, file) => {
    expect(await durationOrCode(file)).toBe('video_incomplete');
  });

  it('has error codes for other defects', async () => {
    expect(await durationOrCode(readMedia('sound.mp4'))).toBe('video_without_picture');
    expect(await durationOrCode(readMedia('mpeg4-part-2.mp4'))).toBe('video_codec');
    expect(
      await durationOrCode(
        Buffer.concat([readMedia('regular.mp4').subarray(0, 32), box('free', 500), Buffer.alloc(492)]),
      ),
    ).toBe('not_a_video');
  });

  describe('of a recording that is larger than what is read of a file', () => {
    const recording = readMedia('recorded.webm');
    const first = recording.indexOf(CLUSTER);
    const last = recording.lastIndexOf(CLUSTER);
    const filler = Buffer.concat(Array.from({ length: 256 }, () => clusterOf(524_288)));

    it('is read from its end', async () => {
      const end = Buffer.from(recording.subarray(last));
      // Sets the time of the last cluster to one minute.
      end.writeUInt16BE(60_000, end.indexOf(Buffer.from('e782', 'hex')) + 2);
      const size = first + filler.length + end.length;
      const pieces = [
        [0, recording.subarray(0, first)],
        [first, filler],
        [size - end.length, end],
      ] as const;
      const file = sparse(size, pieces);
      expect(await readVideo('webm', file.read, size)).toEqual({ duration_ms: 60_180, codec: 'vp8' });
      expect(file.count).toBeLessThanOrEqual(READ_BYTES_MAX);
    });

    it('is unknown when nothing of its end can be read, with an error code of its own', async () => {
      const size = first + filler.length + 2 * 8_388_608;
      const file = sparse(size, [
        [0, recording.subarray(0, first)],
        [first, filler],
      ]);
      await expect(readVideo('webm', file.read, size)).rejects.toMatchObject({ code: 'video_recorded' });
      expect(file.count).toBeLessThanOrEqual(READ_BYTES_MAX);
    });
  });

  it('is only read from files that start like a video', async () => {
    const ftyp = (...brands: string[]) =>
      Buffer.concat([
        box('ftyp', 12 + brands.length * 4),
        ...[brands[0]!, '\0\0\0\0', ...brands].map((each) => Buffer.from(each, 'latin1')),
      ]);
    expect(await sniffVideoFormat(ftyp('isom', 'mp42'))).toBe('mp4');
    expect(await sniffVideoFormat(ftyp('qt  ', 'mp42'))).toBe('mp4');
    expect(await sniffVideoFormat(ftyp('qt  '))).toBeNull();
    expect(await sniffVideoFormat(readMedia('regular.webm').subarray(0, 256))).toBe('webm');
    const matroska = Buffer.from(readMedia('regular.webm').subarray(0, 256));
    matroska.write('weba', matroska.indexOf('webm'), 'latin1');
    expect(await sniffVideoFormat(matroska)).toBeNull();
    for (const other of [Buffer.alloc(0), Buffer.from('ftyp'), Buffer.from('<!doctype html>'.repeat(20))])
      expect(await sniffVideoFormat(other)).toBeNull();
  });
});

/** A cluster at 0 s without blocks. @param bytes at least 32 */
function clusterOf(bytes: number): Buffer {
  const sized = (id: string, length: number) => {
    const size = Buffer.alloc(8);
    size.writeBigUInt64BE(BigInt(length) | (1n << 56n));
    return Buffer.concat([Buffer.from(id, 'hex'), size]);
  };
  const [head, time] = [sized('1f43b675', bytes - 12), Buffer.from('e78100', 'hex')];
  return Buffer.concat([head, time, sized('ec', bytes - 24), Buffer.alloc(bytes - 24)]);
}
