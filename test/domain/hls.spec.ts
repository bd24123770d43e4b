import {
  buildMasterPlaylist,
  readCodecs,
  findCopyablePicture,
  playlistDurationMs,
  renameMediaFile,
  peakBitRate,
} from '../../src/modules/trainings/hls';

const PLAYLIST = `#EXTM3U
#EXT-X-MAP:URI="made.m4s",BYTERANGE="813@0"
#EXTINF:10.000000,
#EXT-X-BYTERANGE:148657@813
made.m4s
#EXTINF:0.000000,
#EXT-X-BYTERANGE:5000@149470
made.m4s
#EXT-X-ENDLIST
`;
const video = { codec_type: 'video', codec_name: 'h264', pix_fmt: 'yuv420p', width: 1280, height: 720 };
const aac = { codec_type: 'audio', codec_name: 'aac' };

describe('a stream of a video', () => {
  it('is copied only if every browser plays its codecs', () => {
    expect(findCopyablePicture({ streams: [video] })).toEqual({ width: 1280, height: 720, hasSound: false });
    expect(findCopyablePicture({ streams: [aac, video] })).toMatchObject({ hasSound: true });
    const others = [
      [{ ...video, codec_name: 'hevc' }],
      [{ ...video, pix_fmt: 'yuv420p10le' }],
      [video, { ...aac, codec_name: 'ac3' }],
      [video, video],
      [{ ...video, width: 0 }],
      [aac],
      [],
    ];
    for (const streams of others) expect(findCopyablePicture({ streams })).toBeNull();
    expect(findCopyablePicture({})).toBeNull();
  });

  it('is listed under its own file name, with the length of its fragments', () => {
    const list = renameMediaFile(PLAYLIST, 'made.m4s', 'own.m4s');
    expect(list).not.toContain('made.m4s');
    expect(list.match(/own\.m4s/g)).toHaveLength(3);
    expect(playlistDurationMs(list)).toBe(10_000);
  });

  it('reports the peak bit rate of its fragments, bounded for zero-length fragments', () => {
    expect(peakBitRate(PLAYLIST)).toBe(400_000);
    expect(peakBitRate(PLAYLIST.replace('5000@', '5000000000@'))).toBe(2 ** 31 - 1);
    expect(() => peakBitRate('#EXTM3U\n')).toThrow('byte ranges');
  });

  it('is listed with its codecs, the lowest bit rate first', () => {
    const head = Buffer.concat([Buffer.from('....avcC\x01', 'latin1'), Buffer.from('42c01f', 'hex')]);
    expect(readCodecs(head, true)).toBe('avc1.42c01f,mp4a.40.2');
    expect(() => readCodecs(Buffer.alloc(20), false)).toThrow('avcC');
    const stream = { width: 1280, height: 720, codecs: 'avc1.42c01f' } as Parameters<
      typeof buildMasterPlaylist
    >[0][number];
    const text = buildMasterPlaylist([
      { ...stream, stream_id: 'large', bits_per_second: 900 },
      { ...stream, stream_id: 'small', bits_per_second: 100 },
    ]);
    expect(text.match(/\w+\.m3u8/g)).toEqual(['small.m3u8', 'large.m3u8']);
    expect(text).toContain('BANDWIDTH=100,RESOLUTION=1280x720,CODECS="avc1.42c01f"');
  });
});
