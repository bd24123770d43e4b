import { choicesOf, codecsOf, copied, lengthOf, listOf, peakOf } from '../../src/trainings/hls';

const WRITTEN = `#EXTM3U
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
  it('is copied where every browser plays what is in it, and nowhere else', () => {
    expect(copied({ streams: [video] })).toEqual({ width: 1280, height: 720, hasSound: false });
    expect(copied({ streams: [aac, video] })).toMatchObject({ hasSound: true });
    const others = [
      [{ ...video, codec_name: 'hevc' }],
      [{ ...video, pix_fmt: 'yuv420p10le' }],
      [video, { ...aac, codec_name: 'ac3' }],
      [video, video],
      [{ ...video, width: 0 }],
      [aac],
      [],
    ];
    for (const streams of others) expect(copied({ streams })).toBeNull();
    expect(copied({})).toBeNull();
  });

  it('is listed under its own name, as long as its fragments together', () => {
    const list = listOf(WRITTEN, 'made.m4s', 'own.m4s');
    expect(list).not.toContain('made.m4s');
    expect(list.match(/own\.m4s/g)).toHaveLength(3);
    expect(lengthOf(list)).toBe(10_000);
  });

  it('says what its most demanding fragment needs; a picture that lasts no time needs no endless network', () => {
    expect(peakOf(WRITTEN)).toBe(400_000);
    expect(peakOf(WRITTEN.replace('5000@', '5000000000@'))).toBe(2 ** 31 - 1);
    expect(() => peakOf('#EXTM3U\n')).toThrow('byte ranges');
  });

  it('is told with the decoder that it needs, the least demanding picture first', () => {
    const head = Buffer.concat([Buffer.from('....avcC\x01', 'latin1'), Buffer.from('42c01f', 'hex')]);
    expect(codecsOf(head, true)).toBe('avc1.42c01f,mp4a.40.2');
    expect(() => codecsOf(Buffer.alloc(20), false)).toThrow('avcC');
    const stream = { width: 1280, height: 720, codecs: 'avc1.42c01f' } as Parameters<typeof choicesOf>[0][number];
    const text = choicesOf([
      { ...stream, stream_id: 'large', bits_per_second: 900 },
      { ...stream, stream_id: 'small', bits_per_second: 100 },
    ]);
    expect(text.match(/\w+\.m3u8/g)).toEqual(['small.m3u8', 'large.m3u8']);
    expect(text).toContain('BANDWIDTH=100,RESOLUTION=1280x720,CODECS="avc1.42c01f"');
  });
});
