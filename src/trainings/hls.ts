/** HTTP Live Streaming (RFC 8216) of one video: fragments in one file, found by their byte ranges. */
import type { VideoStream } from './video-stream.entity';

/** What ffprobe tells: `-show_streams -of json`. */
export interface Probed {
  streams?: readonly {
    codec_type?: string;
    codec_name?: string;
    pix_fmt?: string;
    width?: number;
    height?: number;
  }[];
}
export interface Picture {
  width: number;
  height: number;
  hasSound: boolean;
}

/** Of a single picture at the end, which may last no time at all. */
const SHORTEST = 0.1;
const RATE_MAX = 2 ** 31 - 1;

/** Copied as they are, and played everywhere: H.264 of eight bits, and AAC or nothing to hear. null: it is something else. */
export function copied({ streams = [] }: Probed): Picture | null {
  const pictures = streams.filter(({ codec_type }) => codec_type === 'video');
  const sounds = streams.filter(({ codec_type }) => codec_type === 'audio');
  const [picture] = pictures;
  const isPlain = picture?.codec_name === 'h264' && ['yuv420p', 'yuvj420p'].includes(picture.pix_fmt ?? '');
  if (!isPlain || pictures.length > 1 || sounds.some(({ codec_name }) => codec_name !== 'aac')) return null;
  if (!picture.width || !picture.height) return null;
  return { width: picture.width, height: picture.height, hasSound: sounds.length > 0 };
}

/** The list that ffmpeg wrote, its file called otherwise. */
export const listOf = (written: string, made: string, called: string): string =>
  written
    .split('\n')
    .map((line) => (line === made ? called : line.replace(`URI="${made}"`, `URI="${called}"`)))
    .join('\n');

/** Bits a second of its most demanding fragment. @throws Error: it is no such list */
export function peakOf(playlist: string): number {
  const fragments = [...playlist.matchAll(/#EXTINF:([\d.]+),[^\n]*\n#EXT-X-BYTERANGE:(\d+)@/g)];
  if (fragments.length === 0) throw new Error('A playlist without byte ranges');
  const rates = fragments.map(([, seconds, bytes]) => (Number(bytes) * 8) / Math.max(Number(seconds), SHORTEST));
  return Math.min(Math.ceil(Math.max(...rates)), RATE_MAX);
}

export const lengthOf = (playlist: string): number =>
  Math.round(
    [...playlist.matchAll(/#EXTINF:([\d.]+),/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0) * 1000,
  );

/** Of the beginning of the fragments, where the decoder's profile stands. @throws Error: it does not */
export function codecsOf(head: Buffer, hasSound: boolean): string {
  const at = head.indexOf('avcC');
  if (at < 0) throw new Error('Fragments without avcC');
  return `avc1.${head.subarray(at + 5, at + 8).toString('hex')}${hasSound ? ',mp4a.40.2' : ''}`;
}

/** The list of lists: each picture once, the smallest first, so that a slow network begins at once. */
export function choicesOf(streams: readonly Omit<VideoStream, 'playlist'>[]): string {
  const lines = streams
    .toSorted((a, b) => a.bits_per_second - b.bits_per_second)
    .map(
      ({ stream_id, bits_per_second, width, height, codecs }) =>
        `#EXT-X-STREAM-INF:BANDWIDTH=${bits_per_second},RESOLUTION=${width}x${height},CODECS="${codecs}"\n${stream_id}.m3u8\n`,
    );
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n${lines.join('')}`;
}
