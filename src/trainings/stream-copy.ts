import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ffmpeg } from './ffmpeg';
import { codecsOf, copied, lengthOf, listOf, peakOf, type Picture, type Probed } from './hls';

/** What a folder for it is called, and a number. */
export const SCRATCH = 'stream-';
/** Encoding may take so many times the video's length. */
const MOST_TIMES = 8;
/** What a player fetches at once; a fragment begins where the picture begins anew. */
const SECONDS = 6;
/** What fragments need beside what is in them, and how long the slowest disk copies. */
const SPARE_BYTES = 8 * 1024 ** 2;
const LEAST_MS = 60_000;
const BYTES_A_MS = 2_000;
const LOOK_EVERY_MS = 200;
/** Enough for what a decoder is told before the first picture. */
const HEAD_BYTES = 4_096;

interface Made {
  /** Paths of the playlist and of the one file that it tells of. */
  list: string;
  fragments: string;
}

interface Work {
  source: string;
  /** Where it may write. */
  folder: string;
  signal: AbortSignal;
}

/**
 * Pictures and sound of a file as fragments of one file, copied and not encoded.
 * @returns null: it would be more than the file that it is made of, which is played instead
 * @throws Error what ffmpeg says, or that the signal ended it
 */
export const copiedIn = (ffmpeg: Ffmpeg, work: Work): Promise<Made | null> =>
  writtenBy(ffmpeg, work, ['-map', '0:v:0', '-map', '0:a?', '-c', 'copy'], 0);

/**
 * The same in a smaller picture, encoded: it takes about as long as the video, one core of several, and gives way to others.
 * @returns null: ffmpeg cannot, or not within its bounds
 */
export async function encodedIn(
  ffmpeg: Ffmpeg,
  { height, duration_ms, ...work }: Work & { height: number; duration_ms: number },
): Promise<(Made & { picture: Picture }) | null> {
  const picture = ['-vf', `scale=-2:${height}`, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23'];
  const begins = ['-pix_fmt', 'yuv420p', '-force_key_frames', `expr:gte(t,n_forced*${SECONDS})`, '-threads', '1'];
  const sound = ['-c:a', 'aac', '-b:a', '96k', '-ac', '2'];
  try {
    const how = ['-map', '0:v:0', '-map', '0:a:0?', ...picture, ...begins, ...sound];
    const made = await writtenBy(ffmpeg, work, how, MOST_TIMES * duration_ms);
    const seen = made && copied((await ffmpeg.probe(made.fragments, work.signal)) as Probed);
    return seen && { ...made, picture: seen };
  } catch (error) {
    if (work.signal.aborted) throw error;
    return null;
  }
}

/** @param more_ms than the slowest disk would take */
async function writtenBy(
  ffmpeg: Ffmpeg,
  { source, folder, signal }: Work,
  streams: readonly string[],
  more_ms: number,
): Promise<Made | null> {
  const list = join(folder, 'made.m3u8');
  const hls = ['-f', 'hls', '-hls_time', String(SECONDS), '-hls_playlist_type', 'vod'];
  const inOne = ['-hls_segment_type', 'fmp4', '-hls_flags', 'single_file', '-map_metadata', '-1'];
  const fragments = join(folder, 'made.m4s');
  const most = (await stat(source)).size * 1.5 + SPARE_BYTES;
  const bounds = bounded(fragments, most, more_ms);
  try {
    await ffmpeg.convert(source, [...streams, ...hls, ...inOne], list, AbortSignal.any([signal, bounds.signal]));
    return (await stat(fragments)).size > most ? null : { list, fragments };
  } catch (error) {
    if (bounds.signal.aborted && !signal.aborted) return null;
    throw error;
  } finally {
    bounds.over();
  }
}

/** A copy is as large as what it is of. A file may name the same bytes again and again, and there is one disk for all. */
function bounded(made: string, most: number, more_ms: number): { signal: AbortSignal; over: () => void } {
  const [stop, over] = [new AbortController(), new AbortController()];
  const watch = async (): Promise<void> => {
    for (;;) {
      await pause(LOOK_EVERY_MS, undefined, { ref: false, signal: over.signal });
      const bytes = (await stat(made).catch(() => null))?.size ?? 0;
      if (bytes > most) return stop.abort();
    }
  };
  watch().catch(() => undefined); // it is over
  const late = AbortSignal.timeout(Math.ceil(LEAST_MS + most / BYTES_A_MS + more_ms));
  return { signal: AbortSignal.any([stop.signal, late]), over: () => over.abort() };
}

/** What its row says of it. */
export async function described({ list, fragments }: Made, stream_id: string, { width, height, hasSound }: Picture) {
  const playlist = listOf(await readFile(list, 'utf8'), 'made.m4s', `${stream_id}.m4s`);
  const file = await open(fragments);
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES) });
    const codecs = codecsOf(buffer, hasSound);
    return { width, height, codecs, playlist, bits_per_second: peakOf(playlist), duration_ms: lengthOf(playlist) };
  } finally {
    await file.close();
  }
}
