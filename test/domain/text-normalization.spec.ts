import {
  matchesSearchWords,
  normalizeKey,
  truncateSortKey,
  buildSortKey,
  normalizeForSearch,
  parseSearchWords,
  extractSearchWords,
} from '../../src/common/text-normalization';

describe('normalized text', () => {
  it.each([
    ['Polish', 'Łukasz Żółć', 'lukasz zolc'],
    ['Danish', 'Sørensen Ærø Åse', 'sorensen aero ase'],
    ['German', 'Straßer Müller', 'strasser muller'],
    ['Turkish', 'İstanbul Işık', 'istanbul isik'],
    ['Azerbaijani', 'Əliyev', 'eliyev'],
    ['Icelandic', 'Þórður', 'thordur'],
    ['Vietnamese', 'Nguyễn Thị Đào', 'nguyen thi dao'],
    ['Croatian', 'Đurđica', 'durdica'],
    ['Greek', 'Γιώργος ΝΊΚΟΣ', 'γιωργοσ νικοσ'],
    ['Cyrillic', 'Пётр Андре́й', 'петр андрей'],
    ['Arabic', 'مُحَمَّد أحمـــد', 'محمد احمد'],
    ['Hebrew', 'שָׁלוֹם', 'שלום'],
  ])('%s: %s is normalized to %s', (_, text, folded) => {
    expect(normalizeForSearch(text)).toBe(folded);
    expect(normalizeForSearch(text.normalize('NFD'))).toBe(folded);
    expect(normalizeForSearch(folded)).toBe(folded);
  });

  it.each([
    ['Devanagari', ['मीना', 'मोना', 'मन', 'मनी']],
    ['Tamil', ['கமலா', 'கமல', 'கோமல']],
    ['Bengali', ['কমল', 'কামাল', 'কোমল']],
    ['kana', ['ガード', 'カード', 'バス', 'パス', 'ハス']],
    ['Thai', ['กา', 'กี', 'กี่', 'ก']],
    ['Khmer', ['កា', 'កី', 'ក']],
    ['Burmese', ['မြ', 'မြို့', 'မ']],
    ['Hangul', ['김', '기', '각']],
    ['Cyrillic letters of their own', ['й', 'и', 'ї', 'і', 'ў', 'у', 'ѓ', 'г', 'ќ', 'к']],
    ['Arabic letters of their own', ['مؤمن', 'مومن', 'ميمن', 'مئمن']],
  ])('%s: different words stay different', (_, words) => {
    expect(new Set(words.map(normalizeForSearch)).size).toBe(words.length);
    for (const word of words) expect(extractSearchWords([word])[0]).toBe(word);
  });

  it('is independent of Unicode composition and character width', () => {
    expect(normalizeForSearch('ｶﾞｰﾄﾞ')).toBe('ガード');
    expect(normalizeForSearch('가'.normalize('NFD'))).toBe('가');
    expect(normalizeForSearch('क़')).toBe(normalizeForSearch('क\u093c'));
    expect(normalizeForSearch('葛\u{e0100}飾')).toBe('葛飾');
  });

  it('does not cut words at vowel signs', () => {
    expect(extractSearchWords(['मीना कुमारी'])).toEqual(['मीना', 'कुमारी']);
    expect(parseSearchWords('မြို့ ကို')).toEqual(['မြို့', 'ကို']);
    expect(extractSearchWords(['สมชาย'])).toContain('ชาย');
    expect(extractSearchWords(['ที่ดี']).every((word) => !/^\p{M}/u.test(word))).toBe(true);
    expect(matchesSearchWords(parseSearchWords('मी'), ['मीना'])).toBe(true);
    expect(matchesSearchWords(parseSearchWords('मीना'), ['मोना', 'मन'])).toBe(false);
  });

  it('sorts by the normalized text, then by the text', () => {
    const names = [
      'Zoe',
      'łukasz',
      'Lukasz',
      'Łukasz B',
      'Lukaszek',
      'lUKASZ',
      'Ärger',
      'Arger',
      'Azar',
      'Émile',
      'मन',
      'मीना',
    ];
    const sorted = names.toSorted((a, b) => Buffer.compare(Buffer.from(buildSortKey(a)), Buffer.from(buildSortKey(b))));
    expect(sorted.map(normalizeKey)).toEqual(
      [
        'Arger',
        'Ärger',
        'Azar',
        'Émile',
        'Lukasz',
        'lUKASZ',
        'łukasz',
        'Łukasz B',
        'Lukaszek',
        'Zoe',
        'मन',
        'मीना',
      ].map(normalizeKey),
    );
  });

  it('has one key per text in any case and composition', () => {
    expect(buildSortKey('ÉMILE ')).toBe(buildSortKey('e\u0301mile'));
    expect(buildSortKey('Emile')).not.toBe(buildSortKey('Émile'));
    expect(buildSortKey('a   b')).toBe('a b');
  });

  it('is shortened in both parts, and only once', () => {
    const key = buildSortKey(`${'ß'.repeat(100)}`);
    const shortKey = truncateSortKey(key, 100, 202);
    expect(shortKey).toBe(`${'s'.repeat(100)}  ${'ß'.repeat(100)}`);
    expect(truncateSortKey(shortKey, 100, 202)).toBe(shortKey);
  });
});
