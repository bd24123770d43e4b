import {
  BufferSource,
  CustomSource,
  EncodedPacketSink,
  Input,
  LogLevel,
  Logging,
  MP4,
  QTFF,
  WEBM,
  type InputTrack,
  type Source,
} from 'mediabunny';
import { NoVideo, VideoUnreadable } from './training.errors';

// It warns on the console of codecs that it does not know; a refusal names them.
Logging.level = LogLevel.Silent;

/** Bytes that are read of one file at most. */
export const READ_BYTES_MAX = 64 * 1024 ** 2;
/** Bytes at the end of a recording in which its last pictures are looked for. */
const TAIL_BYTES = 8 * 1024 ** 2;
const HEAD_BYTES = 1024 ** 2;
/** A day: longer "durations" are broken files. */
const DURATION_MAX_MS = 86_400_000;
const BOXES_MAX = 10_000;
const WEBM_CLUSTER_ID = Buffer.from('1f43b675', 'hex');
/** What the browsers of most people play, some of them (hevc) only on some machines. */
const PLAYABLE_CODECS: readonly (string | null)[] = ['avc', 'hevc', 'vp8', 'vp9', 'av1'];

export type VideoFormat = 'mp4' | 'webm';

/** Reads the bytes from `start` to before `end`, which lies within the file. */
export type ReadBytes = (start: number, end: number) => Promise<Buffer>;

export interface VideoFacts {
  duration_ms: number;
  /** avc, hevc, vp8, vp9 or av1. */
  codec: string;
}

class BudgetExceeded extends Error {}

/** The format by the first bytes of a file (256 are enough); null: it is neither MP4 nor WebM. */
export async function sniffVideoFormat(head: Buffer): Promise<VideoFormat | null> {
  const input = new Input({ source: new BufferSource(head), formats: [MP4, QTFF, WEBM] });
  if (!(await input.canRead().catch(() => false))) return null;
  const format = await input.getFormat();
  if (format === WEBM) return 'webm';
  // QuickTime files that name MP4 among their brands play like MP4 files.
  return format === MP4 || /isom|mp4[12]/.test(head.toString('latin1', 16, 64)) ? 'mp4' : null;
}

/**
 * Reads how long a video is and what its pictures are made with, by ranges and at most 64 MB of it.
 * @param size bytes of the whole file
 * @throws NoVideo, VideoUnreadable naming the cause
 */
export async function readVideo(format: VideoFormat, read: ReadBytes, size: number): Promise<VideoFacts> {
  const bytes = new BudgetedBytes(read);
  try {
    const facts = await (format === 'mp4' ? readMp4(bytes, size) : readWebm(bytes, size));
    if (facts.duration_ms < 1 || facts.duration_ms > DURATION_MAX_MS) throw new VideoUnreadable('no_length');
    return facts;
  } catch (error) {
    if (error instanceof NoVideo || error instanceof VideoUnreadable || bytes.failure) throw bytes.failure ?? error;
    if (bytes.isExceeded) throw new VideoUnreadable(format === 'mp4' ? 'fragmented' : 'recorded');
    // The parser's own complaints: the file is cut off, or damaged.
    if (format === 'mp4') for await (const _ of topBoxes(bytes, size));
    throw new VideoUnreadable('unreadable');
  }
}

/** Counts what is read, and stops at a limit. */
class BudgetedBytes {
  /** Of the storage. */
  failure: unknown = null;
  isExceeded = false;
  private count = 0;

  constructor(
    private readonly readBytes: ReadBytes,
    public limit = READ_BYTES_MAX,
  ) {}

  /** @throws BudgetExceeded */
  async read(start: number, end: number): Promise<Buffer> {
    if (this.count + end - start > this.limit) {
      this.isExceeded = true;
      throw new BudgetExceeded();
    }
    this.count += end - start;
    try {
      return await this.readBytes(start, end);
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }

  /** @param head takes the place of the file's first bytes */
  source(size: number, head = Buffer.alloc(0)): Source {
    const read = async (start: number, end: number): Promise<Buffer> => {
      const bytes = await this.read(start, end);
      if (start < head.length) head.copy(bytes, 0, start);
      return bytes;
    };
    return new CustomSource({
      ...{ read, getSize: () => size },
      ...{ prefetchProfile: 'fileSystem', handleUnhandledError: () => undefined },
    });
  }
}

async function readMp4(bytes: BudgetedBytes, size: number): Promise<VideoFacts> {
  const layout = await readLayout(bytes, size);
  if (!layout.hasIndex) {
    if (layout.isImage || !layout.hasMedia) throw new NoVideo();
    throw new VideoUnreadable('incomplete');
  }
  const input = new Input({ source: bytes.source(size), formats: [MP4, QTFF] });
  const codec = await codecOf(input);
  let length = await lengthOf(input);
  if (layout.firstFragment !== null && layout.hasMedia) {
    // Its index describes the beginning only. The parser reads fragments where a file has no index: it is covered by a free
    // box, so that all else stays at its place.
    const free = Buffer.alloc(8);
    free.writeUInt32BE(layout.firstFragment, 0);
    free.write('free', 4, 'latin1');
    const source = bytes.source(size, free);
    length = Math.max(length, await lengthOf(new Input({ source, formats: [MP4, QTFF], initInput: input })));
  }
  return { duration_ms: Math.round(length * 1000), codec };
}

/** The boxes at the top of an MP4 file. @throws VideoUnreadable where one of them goes beyond its end */
async function* topBoxes(bytes: BudgetedBytes, size: number) {
  for (let at = 0, left = BOXES_MAX; at + 8 <= size && left > 0; left--) {
    const header = await bytes.read(at, Math.min(at + 16, size));
    const short = header.readUInt32BE(0);
    const long = short === 1 && header.length === 16 ? Number(header.readBigUInt64BE(8)) : short;
    const length = short === 0 ? size - at : long;
    yield { type: header.toString('latin1', 4, 8), at };
    if (length < 8) return;
    if (at + length > size) throw new VideoUnreadable('incomplete');
    at += length;
  }
}

/** What stands at the top of an MP4 file, up to its first fragment. @throws VideoUnreadable where its end is missing */
async function readLayout(bytes: BudgetedBytes, size: number) {
  const layout = { hasIndex: false, hasMedia: false, isImage: false, firstFragment: null as number | null };
  for await (const { type, at } of topBoxes(bytes, size)) {
    if (type === 'moov') layout.hasIndex = true;
    if (type === 'mdat') layout.hasMedia = true;
    if (type === 'meta') layout.isImage = true;
    if (type !== 'moof') continue;
    layout.firstFragment = at;
    break;
  }
  return layout;
}

async function readWebm(bytes: BudgetedBytes, size: number): Promise<VideoFacts> {
  const input = new Input({ source: bytes.source(size), formats: [WEBM] });
  const codec = await codecOf(input);
  const stated = (await input.getDurationFromMetadata()) ?? 0;
  // Leaves room for the second way.
  bytes.limit = READ_BYTES_MAX - TAIL_BYTES - HEAD_BYTES;
  const length = await lengthOf(input).catch((error: unknown) => {
    if (!bytes.isExceeded) throw error;
    bytes.limit = READ_BYTES_MAX;
    return lengthByTail(bytes, size);
  });
  // The last block of a sound track has no length of its own, so statement and blocks differ a little.
  if (stated > length + 1) throw new VideoUnreadable('incomplete');
  return { duration_ms: Math.round(length * 1000), codec };
}

/** Seconds, of a recording without an index that is too large to be read through: its head, then its end. */
async function lengthByTail(bytes: BudgetedBytes, size: number): Promise<number> {
  const head = await bytes.read(0, HEAD_BYTES);
  const tail = await bytes.read(size - TAIL_BYTES, size);
  const [first, last] = [head.indexOf(WEBM_CLUSTER_ID), tail.indexOf(WEBM_CLUSTER_ID)];
  if (first < 0 || last < 0) throw new VideoUnreadable('recorded');
  const source = new BufferSource(Buffer.concat([head.subarray(0, first), tail.subarray(last)]));
  return lengthOf(new Input({ source, formats: [WEBM] }));
}

async function codecOf(input: Input): Promise<string> {
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new VideoUnreadable('no_picture');
  const codec = await track.getCodec();
  if (codec && PLAYABLE_CODECS.includes(codec)) return codec;
  throw new VideoUnreadable('codec', codec ?? String(await track.getInternalCodecId()));
}

/** Seconds to the end of its last picture or sound. @throws VideoUnreadable when the end of the file is missing */
async function lengthOf(input: Input): Promise<number> {
  let length = 0;
  for (const track of await input.getTracks()) {
    if (!track.isVideoTrack() && !track.isAudioTrack()) continue;
    const trackLength = await track.computeDuration();
    length = Math.max(length, trackLength);
    if (trackLength > 0 && !(await hasLastPacket(track))) throw new VideoUnreadable('incomplete');
  }
  return length;
}

const hasLastPacket = async (track: InputTrack): Promise<boolean> =>
  (await new EncodedPacketSink(track).getPacket(Infinity)) !== null;
