import { isolateBidi, stripBidiMarks } from '../../src/contract/bidi';

const withIsolates = (value: string) => `\u2068${value}\u2069`;

describe('a value in a sentence of the other direction', () => {
  it.each([
    'Mara Lindt',
    'mara@plant.example',
    'WELD-MAG',
    'Мария',
    '李明',
    '+49 40 1234567',
    '10–20',
    '38 × 3',
    '−2',
    'Ali علي',
  ])('is isolated on an Arabic page: %s', (value) => {
    expect(isolateBidi(value, 'ar')).toBe(withIsolates(value));
    expect(isolateBidi(isolateBidi(value, 'ar'), 'ar')).toBe(withIsolates(value));
  });

  it.each(['سارة', '12', '4:12', '57.14', '2,000', '', '–'])('is unchanged where its direction fits: %s', (value) => {
    expect(isolateBidi(value, 'ar')).toBe(value);
  });

  it('is isolated on a left-to-right page when it runs right to left', () => {
    expect(isolateBidi('سارة (1001)', 'en')).toBe(withIsolates('سارة (1001)'));
    expect(isolateBidi('Mara Lindt', 'en')).toBe('Mara Lindt');
    expect(isolateBidi('李明', 'de')).toBe('李明');
  });

  it('has no marks in a file for programs', () => {
    expect(stripBidiMarks(withIsolates('WELD'))).toBe('WELD');
  });
});
