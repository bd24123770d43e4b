import { sectionsOf } from '../../src/contract/document-sections';
import { CARRIED_MS, PAGE_MS, takePages } from '../../src/trainings/seen-pages';

const seeing = (more: object = {}) => takePages({ seen: [], claimed: [], pages: 5, wallMs: 0, spareMs: 0, ...more });

describe('the pages that were seen', () => {
  it('never fall, and never exceed the document', () => {
    expect(seeing({ seen: [1, 2], wallMs: 60_000 }).seen).toEqual([1, 2]);
    expect(seeing({ seen: [2], claimed: [9, 5, 0, -1, 5], wallMs: 60_000 }).seen).toEqual([2, 5]);
  });

  it('take a second each, so that nobody claims them all in one moment', () => {
    const all = [1, 2, 3, 4, 5];
    expect(seeing({ claimed: all }).seen).toEqual([]);
    expect(seeing({ claimed: all, spareMs: PAGE_MS }).seen).toEqual([1]);
    expect(seeing({ claimed: all, wallMs: 3 * PAGE_MS - 1 }).seen).toEqual([1, 2]);
    expect(seeing({ claimed: all, wallMs: 5 * PAGE_MS }).seen).toEqual(all);
  });

  it('use the time up that they took, and what is left is carried on a little', () => {
    expect(seeing({ claimed: [1], wallMs: 2_500 })).toEqual({ seen: [1], spareMs: 1_500 });
    expect(seeing({ wallMs: 3_600_000 }).spareMs).toBe(CARRIED_MS);
    expect(seeing({ claimed: [1], wallMs: -5_000, spareMs: -1 }).seen).toEqual([]);
  });

  it('claimed again cost nothing', () => {
    expect(seeing({ seen: [1, 2], claimed: [1, 2, 3], wallMs: PAGE_MS })).toEqual({ seen: [1, 2, 3], spareMs: 0 });
  });
});

describe('a document that is a text', () => {
  it('has a page for each heading of the first two levels, and one where there is none', () => {
    expect(sectionsOf('Only words.\n\nAnd more.')).toEqual(['Only words.\n\nAnd more.']);
    expect(sectionsOf('Before\n# One\ntext\n## Two\n### not three\n#no\n\n# Four')).toEqual([
      'Before',
      '# One\ntext',
      '## Two\n### not three\n#no',
      '# Four',
    ]);
    expect(sectionsOf('\r\n# One\r\ntext')).toEqual(['# One\ntext']);
  });

  it('has no more pages than anybody counts', () => {
    expect(sectionsOf('# x\n'.repeat(5_000))).toHaveLength(2_000);
  });
});
