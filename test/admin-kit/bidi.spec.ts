import { isolated, withoutMarks } from '../../src/contract/bidi';

const apart = (value: string) => `\u2068${value}\u2069`;

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
  ])('stands apart on an Arabic page: %s', (value) => {
    expect(isolated(value, 'ar')).toBe(apart(value));
    expect(isolated(isolated(value, 'ar'), 'ar')).toBe(apart(value));
  });

  it.each(['سارة', '12', '4:12', '57.14', '2,000', '', '–'])(
    'comes as it is where nothing runs against it: %s',
    (value) => {
      expect(isolated(value, 'ar')).toBe(value);
    },
  );

  it('stands apart on a page from the left where it runs from the right', () => {
    expect(isolated('سارة (1001)', 'en')).toBe(apart('سارة (1001)'));
    expect(isolated('Mara Lindt', 'en')).toBe('Mara Lindt');
    expect(isolated('李明', 'de')).toBe('李明');
  });

  it('stands without marks in a file that programs read', () => {
    expect(withoutMarks(apart('WELD'))).toBe('WELD');
  });
});
