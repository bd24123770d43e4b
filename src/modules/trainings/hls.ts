/** HTTP Live Streaming (RFC 8216) of one video: fragments in one file, found by their byte ranges. */
import type { VideoStream } from './video-stream.entity';

/** Output of ffprobe `-show_streams -of json`. */
export interface ProbeResult {
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

/** The last fragment may hold a single picture without duration. */
const MIN_FRAGMENT_SECONDS = 0.1;
const BIT_RATE_MAX = 2 ** 31 - 1;

/**
 * @returns picture size if the file can be copied without encoding: 8-bit H.264 with AAC or no sound; null otherwise
 */
export function findCopyablePicture({ streams = [] }: ProbeResult): Picture | null {
  const pictures = streams.filter(({ codec_type }) => codec_type === 'video');
  const sounds = streams.filter(({ codec_type }) => codec_type === 'audio');
  const [picture] = pictures;
  const isH264 = picture?.codec_name === 'h264' && ['yuv420p', 'yuvj420p'].includes(picture.pix_fmt ?? '');
  if (!isH264 || pictures.length > 1 || sounds.some(({ codec_name }) => codec_name !== 'aac')) return null;
  if (!picture.width || !picture.height) return null;
  return { width: picture.width, height: picture.height, hasSound: sounds.length > 0 };
}

/** Replaces the media file name in a playlist. */
export const renameMediaFile = (playlist: string, currentName: string, newName: string): string =>
  playlist
    .split('\n')
    .map((line) => (line === currentName ? newName : line.replace(`URI="${currentName}"`, `URI="${newName}"`)))
    .join('\n');

/** Peak bit rate in bits per second. @throws Error without byte ranges */
export function peakBitRate(playlist: string): number {
  const fragments = [...playlist.matchAll(/#EXTINF:([\d.]+),[^\n]*\n#EXT-X-BYTERANGE:(\d+)@/g)];
  if (fragments.length === 0) throw new Error('The playlist has no byte ranges');
  const rates = fragments.map(
    ([, seconds, bytes]) => (Number(bytes) * 8) / Math.max(Number(seconds), MIN_FRAGMENT_SECONDS),
  );
  return Math.min(Math.ceil(Math.max(...rates)), BIT_RATE_MAX);
}

export const playlistDurationMs = (playlist: string): number =>
  Math.round(
    [...playlist.matchAll(/#EXTINF:([\d.]+),/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0) * 1000,
  );

/** Reads the codec string from the beginning of the fragments. @throws Error without avcC */
export function readCodecs(head: Buffer, hasSound: boolean): string {
  const offset = head.indexOf('avcC');
  if (offset < 0) throw new Error('The fragments have no avcC box');
  return `avc1.${head.subarray(offset + 5, offset + 8).toString('hex')}${hasSound ? ',mp4a.40.2' : ''}`;
}

/** Lowest bit rate first, so that slow networks start at once. */
export function buildMasterPlaylist(streams: readonly Omit<VideoStream, 'playlist'>[]): string {
  const lines = streams
    .toSorted((a, b) => a.bits_per_second - b.bits_per_second)
    .map(
      ({ stream_id, bits_per_second, width, height, codecs }) =>
        `#EXT-X-STREAM-INF:BANDWIDTH=${bits_per_second},RESOLUTION=${width}x${height},CODECS="${codecs}"\n${stream_id}.m3u8\n`,
    );
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n${lines.join('')}`;
}
