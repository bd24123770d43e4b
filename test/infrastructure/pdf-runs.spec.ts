import { splitIntoRuns } from '../../src/common/documents/pdf-runs';

const drawnTexts = (line: string, direction: 'ltr' | 'rtl') => splitIntoRuns(line, direction).map(({ text }) => text);

describe('a line of a PDF', () => {
  it('is drawn left to right in logical order, Chinese in its own font', () => {
    const runs = splitIntoRuns('Welding 焊接', 'ltr');
    expect(runs.map(({ text }) => text).join('')).toBe('Welding 焊接');
    expect(new Set(runs.map(({ font }) => font)).size).toBeGreaterThan(1);
  });

  it('is drawn right to left in visual order with each Arabic word in logical order', () => {
    expect(drawnTexts('عمر الحداد', 'rtl')).toEqual(['الحداد', ' ', 'عمر']);
  });

  it('mirrors the brackets of a right-to-left line', () => {
    expect(drawnTexts('(مدير)', 'rtl')).toEqual(['(', 'مدير', ')']);
    expect(drawnTexts('(مدير', 'rtl')).toEqual(['مدير', ')']);
  });

  it('keeps Latin words and numbers left to right', () => {
    expect(drawnTexts('رمز WELD-101', 'rtl')).toEqual(['WELD-101', ' ', 'رمز']);
  });

  it('draws no direction marks', () => {
    expect(drawnTexts('\u2066A\u2069\u200f', 'ltr').join('')).toBe('A');
  });
});
