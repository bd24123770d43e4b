import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FfmpegRunner } from './ffmpeg.runner';
import {
  readCodecs,
  findCopyablePicture,
  playlistDurationMs,
  renameMediaFile,
  peakBitRate,
  type Picture,
  type ProbeResult,
} from './hls';

/** Prefix of temporary folders. */
export const SCRATCH_PREFIX = 'stream-';
/** Encoding limit, as a multiple of the video's length. */
const ENCODE_TIME_FACTOR = 8;
/** Fragment length in seconds; fragments start at key frames. */
const FRAGMENT_SECONDS = 6;
/** Overhead of fragments, and copy speed of the slowest disk. */
const SPARE_BYTES = 8 * 1024 ** 2;
const MIN_TIMEOUT_MS = 60_000;
const BYTES_PER_MS = 2_000;
const SIZE_CHECK_MS = 200;
/** Enough for the decoder configuration. */
const HEAD_BYTES = 4_096;

interface HlsFiles {
  /** Paths of the playlist and its media file. */
  list: string;
  fragments: string;
}

interface ConversionInput {
  source: string;
  /** Temporary folder. */
  folder: string;
  signal: AbortSignal;
}

/**
 * Copies picture and sound into HLS fragments without encoding. @returns null if the result exceeds the size limit;
 * the original file is played instead @throws Error of ffmpeg, or if the signal aborted it
 */
export const copyToHls = (ffmpegRunner: FfmpegRunner, input: ConversionInput): Promise<HlsFiles | null> =>
  runHlsConversion(ffmpegRunner, input, ['-map', '0:v:0', '-map', '0:a?', '-c', 'copy'], 0);

/**
 * Encodes a smaller picture on one core at low priority; takes about as long as the video.
 * @returns null if ffmpeg fails or exceeds the limits
 */
export async function encodeToHls(
  ffmpegRunner: FfmpegRunner,
  { height, duration_ms, ...input }: ConversionInput & { height: number; duration_ms: number },
): Promise<(HlsFiles & { picture: Picture }) | null> {
  const picture = ['-vf', `scale=-2:${height}`, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23'];
  const encoding = [
    '-pix_fmt',
    'yuv420p',
    '-force_key_frames',
    `expr:gte(t,n_forced*${FRAGMENT_SECONDS})`,
    '-threads',
    '1',
  ];
  const sound = ['-c:a', 'aac', '-b:a', '96k', '-ac', '2'];
  try {
    const options = ['-map', '0:v:0', '-map', '0:a:0?', ...picture, ...encoding, ...sound];
    const files = await runHlsConversion(ffmpegRunner, input, options, ENCODE_TIME_FACTOR * duration_ms);
    const encodedPicture =
      files && findCopyablePicture((await ffmpegRunner.probe(files.fragments, input.signal)) as ProbeResult);
    return encodedPicture && { ...files, picture: encodedPicture };
  } catch (error) {
    if (input.signal.aborted) throw error;
    return null;
  }
}

/** @param extraMs added to the copy time of the slowest disk */
async function runHlsConversion(
  ffmpegRunner: FfmpegRunner,
  { source, folder, signal }: ConversionInput,
  streams: readonly string[],
  extraMs: number,
): Promise<HlsFiles | null> {
  const list = join(folder, 'made.m3u8');
  const hls = ['-f', 'hls', '-hls_time', String(FRAGMENT_SECONDS), '-hls_playlist_type', 'vod'];
  const singleFile = ['-hls_segment_type', 'fmp4', '-hls_flags', 'single_file', '-map_metadata', '-1'];
  const fragments = join(folder, 'made.m4s');
  const maxBytes = (await stat(source)).size * 1.5 + SPARE_BYTES;
  const bounds = startLimits(fragments, maxBytes, extraMs);
  try {
    await ffmpegRunner.convert(
      source,
      [...streams, ...hls, ...singleFile],
      list,
      AbortSignal.any([signal, bounds.signal]),
    );
    return (await stat(fragments)).size > maxBytes ? null : { list, fragments };
  } catch (error) {
    if (bounds.signal.aborted && !signal.aborted) return null;
    throw error;
  } finally {
    bounds.finish();
  }
}

/** Limits size and time: a file may reference the same bytes repeatedly and fill the disk. */
function startLimits(path: string, maxBytes: number, extraMs: number): { signal: AbortSignal; finish: () => void } {
  const [sizeLimit, finish] = [new AbortController(), new AbortController()];
  const watch = async (): Promise<void> => {
    for (;;) {
      await pause(SIZE_CHECK_MS, undefined, { ref: false, signal: finish.signal });
      const bytes = (await stat(path).catch(() => null))?.size ?? 0;
      if (bytes > maxBytes) return sizeLimit.abort();
    }
  };
  watch().catch(() => undefined); // aborted
  const timeout = AbortSignal.timeout(Math.ceil(MIN_TIMEOUT_MS + maxBytes / BYTES_PER_MS + extraMs));
  return { signal: AbortSignal.any([sizeLimit.signal, timeout]), finish: () => finish.abort() };
}

/** Columns of VideoStream. */
export async function describeStream(
  { list, fragments }: HlsFiles,
  stream_id: string,
  { width, height, hasSound }: Picture,
) {
  const playlist = renameMediaFile(await readFile(list, 'utf8'), 'made.m4s', `${stream_id}.m4s`);
  const file = await open(fragments);
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES) });
    const codecs = readCodecs(buffer, hasSound);
    return {
      width,
      height,
      codecs,
      playlist,
      bits_per_second: peakBitRate(playlist),
      duration_ms: playlistDurationMs(playlist),
    };
  } finally {
    await file.close();
  }
}
