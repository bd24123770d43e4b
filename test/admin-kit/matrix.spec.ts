import { buildGroupBands } from '../../admin/src/report-kit/matrix/group-bands';
import { findGroupBands, moveCell } from '../../admin/src/report-kit/matrix/grid-navigation';
import { TileStore, tilesInRange } from '../../admin/src/report-kit/matrix/tile-store';
import {
  isReversed,
  readReportState,
  toReportDefinition,
  reportQuery,
  withReportFilter,
  type ReportTableDefinition,
} from '../../admin/src/report-kit/table/report-table-definition';
import { splitColumnsIntoTables } from '../../admin/src/features/reports/matrix/printed-part';

const extent = { rows: 100, columns: 20, page: 10, rtl: false };

describe('keys in the matrix', () => {
  it.each([
    ['ArrowRight', false, { row: 5, column: 6 }],
    ['ArrowUp', false, { row: 4, column: 5 }],
    ['Home', false, { row: 5, column: 0 }],
    ['End', true, { row: 99, column: 19 }],
    ['PageDown', false, { row: 15, column: 5 }],
  ] as const)('%s moves', (key, wide, to) => {
    expect(moveCell({ row: 5, column: 5 }, key, wide, extent)).toEqual(to);
  });

  it('follow the reading direction in Arabic', () => {
    expect(moveCell({ row: 5, column: 5 }, 'ArrowRight', false, { ...extent, rtl: true })).toEqual({
      row: 5,
      column: 4,
    });
  });

  it('stop at the edge and leave other keys alone', () => {
    expect(moveCell({ row: 0, column: 0 }, 'ArrowUp', false, extent)).toEqual({ row: 0, column: 0 });
    expect(moveCell({ row: 0, column: 0 }, 'a', false, extent)).toBeNull();
  });
});

describe('the matrix on paper', () => {
  it('has its skills shared out over as few tables as hold them', () => {
    expect(splitColumnsIntoTables(0)).toEqual([]);
    expect(splitColumnsIntoTables(20)).toEqual([{ from: 0, to: 20 }]);
    expect(splitColumnsIntoTables(25)).toEqual([
      { from: 0, to: 13 },
      { from: 13, to: 25 },
    ]);
  });
});

describe('skill groups', () => {
  it('are banded where they lie together', () => {
    const group = (index: number) => (index < 2 ? 'Welding' : 'Safety');
    expect(findGroupBands([0, 1, 2], group)).toEqual([
      { group: 'Welding', from: 0, count: 2, odd: false },
      { group: 'Safety', from: 2, count: 1, odd: true },
    ]);
  });

  it('keep their shade however far one has scrolled', () => {
    const group = (index: number) => ['Welding', 'Welding', 'Safety', undefined, 'Quality'][index];
    const { all, isOdd } = buildGroupBands(5, group);
    expect([0, 1, 2, 3, 4].map(isOdd)).toEqual([false, false, true, false, true]);
    expect(all).toEqual([
      { group: 'Welding', from: 0, count: 2, odd: false },
      { group: 'Safety', from: 2, count: 1, odd: true },
      { group: undefined, from: 3, count: 1, odd: false },
      { group: 'Quality', from: 4, count: 1, odd: true },
    ]);
  });
});

describe('a large matrix', () => {
  const settle = () => new Promise((done) => setTimeout(done, 0));
  const tile = (rowFrom: number, rowTo: number, colFrom: number, colTo: number) => ({
    rows: Array.from({ length: rowTo - rowFrom }, (_, index) => ({
      id: `${rowFrom + index}`,
      label: `row ${rowFrom + index}`,
    })),
    columns: Array.from({ length: colTo - colFrom }, (_, index) => ({
      id: `${colFrom + index}`,
      label: `column ${colFrom + index}`,
    })),
    cells: [{ row: rowFrom, column: colFrom, level: 3, target: 3, status: 'MET' as const }],
  });

  it('is fetched in the tiles that are in view', () => {
    expect(tilesInRange({ from: 40, to: 60 }, { from: 0, to: 10 })).toEqual([
      [0, 0],
      [1, 0],
    ]);
  });

  it('asks for a tile once, cut at the edges', async () => {
    const requestedWindows: number[][] = [];
    const store = new TileStore(async (...window) => (requestedWindows.push(window), tile(...window)), 60, 70);
    store.request({ from: 45, to: 60 }, { from: 65, to: 70 });
    store.request({ from: 45, to: 60 }, { from: 65, to: 70 });
    await settle();
    expect(requestedWindows).toEqual([
      [0, 50, 60, 70],
      [50, 60, 60, 70],
    ]);
    expect(store.row(59)?.label).toBe('row 59');
    expect(store.cell(50, 60)?.level).toBe(3);
    expect(store.cell(51, 60)).toBeUndefined();
    expect(store.isLoaded(51, 60)).toBe(true);
    expect(store.isLoaded(51, 0)).toBe(false);
  });

  it('asks again for what failed', async () => {
    let tries = 0;
    const store = new TileStore(
      async (...window) => {
        if (++tries === 1) throw new Error('away');
        return tile(...window);
      },
      10,
      10,
    );
    store.request({ from: 0, to: 10 }, { from: 0, to: 10 });
    await settle();
    expect(store.failure).toBeInstanceOf(Error);
    store.request({ from: 0, to: 10 }, { from: 0, to: 10 });
    await settle();
    expect(store.failure).toBeNull();
    expect(store.cell(0, 0)?.status).toBe('MET');
  });
});

describe('a report and its address', () => {
  const report: ReportTableDefinition = {
    name: 'quiz',
    path: '/api/reports/quiz',
    titleKey: '',
    sentenceKey: '',
    definitionKey: '',
    emptyKey: '',
    columns: [{ name: 'score', labelKey: '', kind: 'percent', sort: true }],
    filters: [
      { name: 'fdate', labelKey: '', kind: 'day' },
      { name: 'tdate', labelKey: '', kind: 'day' },
    ],
    default_sort: { field: 'submitted', order: 'desc' },
  };

  it('uses the specification’s names and drops unknown ones', () => {
    const state = readReportState(report, new URLSearchParams('fdate=2026-03-01&evil=1&sort=-score&page=2'));
    expect(reportQuery(report, state).toString()).toBe('fdate=2026-03-01&_start=50&_end=100&_sort=score&_order=desc');
  });

  it('asks the API by its own words and leaves the usual order to it', () => {
    const skillWise = toReportDefinition({
      name: 'skill-wise',
      path: 'reports/skill-wise',
      columns: [{ name: 'coverage', kind: 'percent' }],
      filters: [
        { name: 'from', kind: 'day' },
        { name: 'staff_id', kind: 'ref', resource: 'staff' },
      ],
      default_sort: [['coverage', 'asc']],
    });
    const state = readReportState(skillWise, new URLSearchParams('fdate=2026-03-01&staff_id=7'));
    expect(reportQuery(skillWise, state).toString()).toBe('from=2026-03-01&staff_id=7&_start=0&_end=50');
  });

  it('goes back to page 1 when a filter changes', () => {
    expect(withReportFilter(new URLSearchParams('page=3'), 'tdate', '2026-03-31').toString()).toBe('tdate=2026-03-31');
  });

  it('sees dates that are the wrong way round', () => {
    expect(isReversed({ fdate: '2026-04-01', tdate: '2026-03-31' })).toBe(true);
    expect(isReversed({ fdate: '2026-04-01' })).toBe(false);
  });
});
