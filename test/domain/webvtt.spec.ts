import { parseCaptions } from '../../src/contract/webvtt';

describe('captions', () => {
  it('are the texts with their times, without markup, styles and notes', () => {
    const file =
      '\uFEFFWEBVTT - of a forklift\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\nNOTE nobody says this\r\n\r\n' +
      'one\r\n00:01.000 --> 00:02.500 line:0\r\n<v Asha>Mind the <b>forks</b> &amp; the chains\r\n\r\n' +
      '01:00:00.000 --> 01:00:01.000\r\n- Clear?\r\n- Clear.\r\n';
    expect(parseCaptions(file)).toEqual({
      cues: [
        { from_ms: 1_000, to_ms: 2_500, text: 'Mind the forks & the chains' },
        { from_ms: 3_600_000, to_ms: 3_601_000, text: '- Clear?\n- Clear.' },
      ],
    });
  });

  it.each([
    ['an empty file', '', 1],
    ['no header', '00:00.000 --> 00:01.000\nx', 1],
    ['another header', 'WEBVTTX\n', 1],
    ['SubRip', '1\n00:00:00,000 --> 00:00:01,000\nx', 1],
    ['a comma for a point', 'WEBVTT\n\n00:00,000 --> 00:01,000\nx', 3],
    ['an end before its beginning', 'WEBVTT\n\n00:02.000 --> 00:01.000\nx', 3],
    ['an arrow in the text', 'WEBVTT\n\n00:00.000 --> 00:01.000\na --> b', 4],
    ['invalid seconds', 'WEBVTT\n\n00:99.000 --> 01:00.000\nx', 3],
    ['no text', 'WEBVTT\n\n00:00.000 --> 00:01.000\n\n', null],
  ])('are refused with the line of the error: %s', (_what, file, line) => {
    expect(parseCaptions(file)).toEqual({ line });
  });

  it('of a megabyte are refused quickly, for repeated pieces of any kind', () => {
    for (const piece of ['<', '&', '-->', '00:00.000 --> ', ' \n', 'a'])
      expect('line' in parseCaptions(`WEBVTT\n\n${piece.repeat(1_000_000 / piece.length)}`)).toBe(true);
  });
});
