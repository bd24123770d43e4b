import { parseDecimal } from '../../src/contract/decimals';
import { toAsciiDigits, toAsciiNumber } from '../../src/contract/digits';
import { fullName } from '../../src/contract/person-name';
import { parseCell } from '../../src/modules/imports/cell-parser';

describe('digits', () => {
  it.each([
    ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
    ['Persian', '۰۱۲۳۴۵۶۷۸۹'],
    ['Devanagari', '०१२३४५६७८९'],
    ['Bengali', '০১২৩৪৫৬৭৮৯'],
    ['Tamil', '௦௧௨௩௪௫௬௭௮௯'],
    ['Thai', '๐๑๒๓๔๕๖๗๘๙'],
    ['Khmer', '០១២៣៤៥៦៧៨៩'],
    ['Myanmar', '၀၁၂၃၄၅၆၇၈၉'],
    ['fullwidth', '０１２３４５６７８９'],
    ['Adlam, beyond the first plane', '𞥐𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘𞥙'],
    ['ASCII', '0123456789'],
  ])('of %s are read as 0 to 9', (_, digits) => expect(toAsciiDigits(digits)).toBe('0123456789'));

  it('of every script in Unicode are ten in a row', () => {
    const digits = Array.from({ length: 0x110000 }, (_, point) => point)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point))
      .filter((letter) => /\p{Nd}/u.test(letter));
    expect(digits.length % 10).toBe(0);
    expect(toAsciiDigits(digits.join(''))).toBe('0123456789'.repeat(digits.length / 10));
  });

  it('are the only characters changed: letters, signs, fractions and superscripts stay', () =>
    expect(toAsciiDigits('P-٠٠١٧ x² ½ Ⅳ ③')).toBe('P-0017 x² ½ Ⅳ ③'));

  it('form a number with the separators of their script', () => {
    expect(toAsciiNumber('١٬٢٣٤٫٥')).toBe('1234.5');
    expect(parseDecimal('−١٬٢٣٤٫٥٠')).toBe('-1234.5');
    expect(parseDecimal('१२.५')).toBe('12.5');
  });

  it.each([
    ['whole', '١٢', 12],
    ['whole', '١٬٢٠٠', 1200],
    ['money', '۴۹۰۰٫۰۰', 4900],
    ['level', '３', 3],
    ['day', '٢٠٢٤-٠٣-٠١', '2024-03-01'],
    ['day', '٠١.٠٣.٢٠٢٤', '2024-03-01'],
  ] as const)('are accepted in an imported cell: a %s of %s', (kind, cell, value) =>
    expect(parseCell({ kind }, cell, undefined, { order: null, isChosen: false })).toEqual({ value }),
  );
});

describe('a full name', () => {
  it('is both names, or the only one', () => {
    expect([fullName('Asha', 'Rao'), fullName('Suharto', ''), fullName('', 'Rao'), fullName(null, null)]).toEqual([
      'Asha Rao',
      'Suharto',
      'Rao',
      '',
    ]);
  });
});
