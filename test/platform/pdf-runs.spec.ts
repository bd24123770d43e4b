import { runsOf } from '../../src/platform/documents/pdf-runs';

const drawn = (line: string, direction: 'ltr' | 'rtl') => runsOf(line, direction).map(({ text }) => text);

describe('a line of a document', () => {
  it('from the left is drawn as it is written, Chinese in its own font', () => {
    const runs = runsOf('Welding 焊接', 'ltr');
    expect(runs.map(({ text }) => text).join('')).toBe('Welding 焊接');
    expect(new Set(runs.map(({ font }) => font)).size).toBeGreaterThan(1);
  });

  it('from the right begins at its right end; each Arabic word is handed on as it is read', () => {
    expect(drawn('عمر الحداد', 'rtl')).toEqual(['الحداد', ' ', 'عمر']);
  });

  it('turns and mirrors the brackets that stand on a line from the right', () => {
    expect(drawn('(مدير)', 'rtl')).toEqual(['(', 'مدير', ')']);
    expect(drawn('(مدير', 'rtl')).toEqual(['مدير', ')']);
  });

  it('keeps a Latin word and figures within it from the left', () => {
    expect(drawn('رمز WELD-101', 'rtl')).toEqual(['WELD-101', ' ', 'رمز']);
  });

  it('draws no mark of direction', () => {
    expect(drawn('\u2066A\u2069\u200f', 'ltr').join('')).toBe('A');
  });
});
