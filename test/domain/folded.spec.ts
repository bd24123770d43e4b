import { areFoundIn, keyOf, shortSortKey, sortKeyOf, sortOf, wordsIn, wordsOf } from '../../src/platform/folded';

describe('folded text', () => {
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
  ])('%s: %s is looked for as %s', (_, text, folded) => {
    expect(sortOf(text)).toBe(folded);
    expect(sortOf(text.normalize('NFD'))).toBe(folded);
    expect(sortOf(folded)).toBe(folded);
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
    expect(new Set(words.map(sortOf)).size).toBe(words.length);
    for (const word of words) expect(wordsOf([word])[0]).toBe(word);
  });

  it('says the same however it is composed, and in wide or narrow letters', () => {
    expect(sortOf('ｶﾞｰﾄﾞ')).toBe('ガード');
    expect(sortOf('가'.normalize('NFD'))).toBe('가');
    expect(sortOf('क़')).toBe(sortOf('क\u093c'));
    expect(sortOf('葛\u{e0100}飾')).toBe('葛飾');
  });

  it('does not cut words at vowel signs', () => {
    expect(wordsOf(['मीना कुमारी'])).toEqual(['मीना', 'कुमारी']);
    expect(wordsIn('မြို့ ကို')).toEqual(['မြို့', 'ကို']);
    expect(wordsOf(['สมชาย'])).toContain('ชาย');
    expect(wordsOf(['ที่ดี']).every((word) => !/^\p{M}/u.test(word))).toBe(true);
    expect(areFoundIn(wordsIn('मी'), ['मीना'])).toBe(true);
    expect(areFoundIn(wordsIn('मीना'), ['मोना', 'मन'])).toBe(false);
  });

  it('sorts by the folded text, then by the text', () => {
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
    const sorted = names.toSorted((a, b) => Buffer.compare(Buffer.from(sortKeyOf(a)), Buffer.from(sortKeyOf(b))));
    expect(sorted.map(keyOf)).toEqual(
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
      ].map(keyOf),
    );
  });

  it('has one key for one text in any case and composition, and for no other', () => {
    expect(sortKeyOf('ÉMILE ')).toBe(sortKeyOf('e\u0301mile'));
    expect(sortKeyOf('Emile')).not.toBe(sortKeyOf('Émile'));
    expect(sortKeyOf('a   b')).toBe('a b');
  });

  it('is cut in both parts, and once', () => {
    const key = sortKeyOf(`${'ß'.repeat(100)}`);
    const short = shortSortKey(key, 100, 202);
    expect(short).toBe(`${'s'.repeat(100)}  ${'ß'.repeat(100)}`);
    expect(shortSortKey(short, 100, 202)).toBe(short);
  });
});
