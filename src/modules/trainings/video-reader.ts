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
import { NotAVideoError, UnreadableVideoError } from './training.errors';

// Unknown codecs would be logged to the console; the error names them.
Logging.level = LogLevel.Silent;

/** Read limit per file. */
export const READ_BYTES_MAX = 64 * 1024 ** 2;
/** Searched for the last cluster of a recording. */
const TAIL_BYTES = 8 * 1024 ** 2;
const HEAD_BYTES = 1024 ** 2;
/** One day; longer durations indicate a broken file. */
const DURATION_MAX_MS = 86_400_000;
const BOXES_MAX = 10_000;
const WEBM_CLUSTER_ID = Buffer.from('1f43b675', 'hex');
/** Codecs that common browsers play; hevc only on some machines. */
const PLAYABLE_CODECS: readonly (string | null)[] = ['avc', 'hevc', 'vp8', 'vp9', 'av1'];

export type VideoFormat = 'mp4' | 'webm';

/** `end` is exclusive and within the file. */
export type ReadBytes = (start: number, end: number) => Promise<Buffer>;

export interface VideoMetadata {
  duration_ms: number;
  /** avc, hevc, vp8, vp9 or av1. */
  codec: string;
}

class BudgetExceeded extends Error {}

/** @param head 256 bytes are enough @returns null: neither MP4 nor WebM */
export async function sniffVideoFormat(head: Buffer): Promise<VideoFormat | null> {
  const input = new Input({ source: new BufferSource(head), formats: [MP4, QTFF, WEBM] });
  if (!(await input.canRead().catch(() => false))) return null;
  const format = await input.getFormat();
  if (format === WEBM) return 'webm';
  // QuickTime files with an MP4 brand play like MP4.
  return format === MP4 || /isom|mp4[12]/.test(head.toString('latin1', 16, 64)) ? 'mp4' : null;
}

/**
 * Reads duration and codec by ranges, at most 64 MB.
 * @param size bytes of the whole file @throws NotAVideoError, UnreadableVideoError naming the cause
 */
export async function readVideo(format: VideoFormat, read: ReadBytes, size: number): Promise<VideoMetadata> {
  const bytes = new BudgetedBytes(read);
  try {
    const metadata = await (format === 'mp4' ? readMp4(bytes, size) : readWebm(bytes, size));
    if (metadata.duration_ms < 1 || metadata.duration_ms > DURATION_MAX_MS) throw new UnreadableVideoError('no_length');
    return metadata;
  } catch (error) {
    if (error instanceof NotAVideoError || error instanceof UnreadableVideoError || bytes.failure)
      throw bytes.failure ?? error;
    if (bytes.isExceeded) throw new UnreadableVideoError(format === 'mp4' ? 'fragmented' : 'recorded');
    // The parser failed: the file is truncated or damaged.
    if (format === 'mp4') for await (const _ of topBoxes(bytes, size));
    throw new UnreadableVideoError('unreadable');
  }
}

class BudgetedBytes {
  /** Error of the storage. */
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

  /** @param head replaces the first bytes of the file */
  source(size: number, head = Buffer.alloc(0)): Source {
    const read = async (start: number, end: number): Promise<Buffer> => {
      const bytes = await this.read(start, end);
      if (start < head.length) head.copy(bytes, 0, start);
      return bytes;
    };
    return new CustomSource({
      read,
      getSize: () => size,
      prefetchProfile: 'fileSystem',
      handleUnhandledError: () => undefined,
    });
  }
}

async function readMp4(bytes: BudgetedBytes, size: number): Promise<VideoMetadata> {
  const layout = await readLayout(bytes, size);
  if (!layout.hasIndex) {
    if (layout.isImage || !layout.hasMedia) throw new NotAVideoError();
    throw new UnreadableVideoError('incomplete');
  }
  const input = new Input({ source: bytes.source(size), formats: [MP4, QTFF] });
  const codec = await codecOf(input);
  let length = await lengthOf(input);
  if (layout.firstFragment !== null && layout.hasMedia) {
    // The index of a fragmented file describes only its beginning. The parser reads fragments only without an index,
    // so the index is covered by a free box of the same size.
    const free = Buffer.alloc(8);
    free.writeUInt32BE(layout.firstFragment, 0);
    free.write('free', 4, 'latin1');
    const source = bytes.source(size, free);
    length = Math.max(length, await lengthOf(new Input({ source, formats: [MP4, QTFF], initInput: input })));
  }
  return { duration_ms: Math.round(length * 1000), codec };
}

/** Top-level boxes of an MP4 file. @throws UnreadableVideoError if a box exceeds the file */
async function* topBoxes(bytes: BudgetedBytes, size: number) {
  for (let at = 0, boxesLeft = BOXES_MAX; at + 8 <= size && boxesLeft > 0; boxesLeft--) {
    const header = await bytes.read(at, Math.min(at + 16, size));
    const short = header.readUInt32BE(0);
    const long = short === 1 && header.length === 16 ? Number(header.readBigUInt64BE(8)) : short;
    const length = short === 0 ? size - at : long;
    yield { type: header.toString('latin1', 4, 8), at };
    if (length < 8) return;
    if (at + length > size) throw new UnreadableVideoError('incomplete');
    at += length;
  }
}

/** Scans up to the first fragment. @throws UnreadableVideoError if the end is missing */
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

async function readWebm(bytes: BudgetedBytes, size: number): Promise<VideoMetadata> {
  const input = new Input({ source: bytes.source(size), formats: [WEBM] });
  const codec = await codecOf(input);
  const stated = (await input.getDurationFromMetadata()) ?? 0;
  // Leaves budget for lengthByTail.
  bytes.limit = READ_BYTES_MAX - TAIL_BYTES - HEAD_BYTES;
  const length = await lengthOf(input).catch((error: unknown) => {
    if (!bytes.isExceeded) throw error;
    bytes.limit = READ_BYTES_MAX;
    return lengthByTail(bytes, size);
  });
  // The last sound block has no duration of its own, so the values differ slightly.
  if (stated > length + 1) throw new UnreadableVideoError('incomplete');
  return { duration_ms: Math.round(length * 1000), codec };
}

/** Seconds, for large recordings without an index: reads head and tail only. */
async function lengthByTail(bytes: BudgetedBytes, size: number): Promise<number> {
  const head = await bytes.read(0, HEAD_BYTES);
  const tail = await bytes.read(size - TAIL_BYTES, size);
  const [first, last] = [head.indexOf(WEBM_CLUSTER_ID), tail.indexOf(WEBM_CLUSTER_ID)];
  if (first < 0 || last < 0) throw new UnreadableVideoError('recorded');
  const source = new BufferSource(Buffer.concat([head.subarray(0, first), tail.subarray(last)]));
  return lengthOf(new Input({ source, formats: [WEBM] }));
}

async function codecOf(input: Input): Promise<string> {
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new UnreadableVideoError('no_picture');
  const codec = await track.getCodec();
  if (codec && PLAYABLE_CODECS.includes(codec)) return codec;
  throw new UnreadableVideoError('codec', codec ?? String(await track.getInternalCodecId()));
}

/** Seconds to the end of the last packet. @throws UnreadableVideoError if the end of the file is missing */
async function lengthOf(input: Input): Promise<number> {
  let length = 0;
  for (const track of await input.getTracks()) {
    if (!track.isVideoTrack() && !track.isAudioTrack()) continue;
    const trackLength = await track.computeDuration();
    length = Math.max(length, trackLength);
    if (trackLength > 0 && !(await hasLastPacket(track))) throw new UnreadableVideoError('incomplete');
  }
  return length;
}

const hasLastPacket = async (track: InputTrack): Promise<boolean> =>
  (await new EncodedPacketSink(track).getPacket(Infinity)) !== null;
