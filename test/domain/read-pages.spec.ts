import { splitIntoSections } from '../../src/contract/document-sections';
import { CARRY_OVER_MAX_MS, PAGE_MS, acceptPages } from '../../src/modules/trainings/page-claims';

const takePagesWith = (more: object = {}) =>
  acceptPages({ seen: [], claimed: [], pages: 5, wallMs: 0, spareMs: 0, ...more });

describe('the pages seen', () => {
  it('never decrease, and never exceed the document', () => {
    expect(takePagesWith({ seen: [1, 2], wallMs: 60_000 }).seen).toEqual([1, 2]);
    expect(takePagesWith({ seen: [2], claimed: [9, 5, 0, -1, 5], wallMs: 60_000 }).seen).toEqual([2, 5]);
  });

  it('take a second each, so that they cannot all be claimed at once', () => {
    const all = [1, 2, 3, 4, 5];
    expect(takePagesWith({ claimed: all }).seen).toEqual([]);
    expect(takePagesWith({ claimed: all, spareMs: PAGE_MS }).seen).toEqual([1]);
    expect(takePagesWith({ claimed: all, wallMs: 3 * PAGE_MS - 1 }).seen).toEqual([1, 2]);
    expect(takePagesWith({ claimed: all, wallMs: 5 * PAGE_MS }).seen).toEqual(all);
  });

  it('consume time, and a limited remainder is carried over', () => {
    expect(takePagesWith({ claimed: [1], wallMs: 2_500 })).toEqual({ seen: [1], spareMs: 1_500 });
    expect(takePagesWith({ wallMs: 3_600_000 }).spareMs).toBe(CARRY_OVER_MAX_MS);
    expect(takePagesWith({ claimed: [1], wallMs: -5_000, spareMs: -1 }).seen).toEqual([]);
  });

  it('claimed again cost no time', () => {
    expect(takePagesWith({ seen: [1, 2], claimed: [1, 2, 3], wallMs: PAGE_MS })).toEqual({
      seen: [1, 2, 3],
      spareMs: 0,
    });
  });
});

describe('a document that is a text', () => {
  it('has a page for each heading of the first two levels, and one without headings', () => {
    expect(splitIntoSections('Only words.\n\nAnd more.')).toEqual(['Only words.\n\nAnd more.']);
    expect(splitIntoSections('Before\n# One\ntext\n## Two\n### not three\n#no\n\n# Four')).toEqual([
      'Before',
      '# One\ntext',
      '## Two\n### not three\n#no',
      '# Four',
    ]);
    expect(splitIntoSections('\r\n# One\r\ntext')).toEqual(['# One\ntext']);
  });

  it('has at most 2,000 pages', () => {
    expect(splitIntoSections('# x\n'.repeat(5_000))).toHaveLength(2_000);
  });
});
