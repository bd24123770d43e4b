import {
  toBlock,
  toClipboardText,
  fillCells,
  parseClipboard,
  planPaste,
  setAll,
} from '../../admin/src/features/skill-targets/grid/grid-block';
import {
  cellKey,
  applyChanges,
  parseDraftEdits,
  NO_EDITS,
  redoStep,
  toRoleHolder,
  markSaved,
  undoStep,
  type CellKey,
  type Level,
} from '../../admin/src/features/skill-targets/grid/grid-edits';
import { takeFirstBatch, assignErrorsToCells } from '../../admin/src/features/skill-targets/grid/save-request';

const asha = cellKey('asha', 'fork');
const bala = cellKey('bala', 'fork');
const savedLevels = new Map<CellKey, Level>([[asha, 3]]);
const saved = (key: CellKey): Level => savedLevels.get(key) ?? null;
const cellBlock = { top: 1, bottom: 1, left: 1, right: 1 };

describe('what is typed into the target grid', () => {
  it('is a change until it is as it was saved', () => {
    const typed = applyChanges(NO_EDITS, [{ key: asha, level: 2 }], saved);
    expect([...typed.changed]).toEqual([[asha, 2]]);
    expect(applyChanges(typed, [{ key: asha, level: 3 }], saved).changed.size).toBe(0);
  });

  it('is taken back step by step, and brought again', () => {
    const first = applyChanges(NO_EDITS, [{ key: asha, level: 2 }], saved);
    const second = applyChanges(
      first,
      [
        { key: asha, level: 4 },
        { key: bala, level: null },
      ],
      saved,
    );
    expect([...undoStep(second).changed]).toEqual([[asha, 2]]);
    expect(undoStep(undoStep(second)).changed.size).toBe(0);
    expect([...redoStep(undoStep(second)).changed]).toEqual([...second.changed]);
    expect(undoStep(NO_EDITS)).toBe(NO_EDITS);
  });

  it('adds no step when nothing changes, and forgets what was taken back when something does', () => {
    expect(applyChanges(NO_EDITS, [{ key: asha, level: 3 }], saved)).toBe(NO_EDITS);
    const back = undoStep(applyChanges(NO_EDITS, [{ key: asha, level: 2 }], saved));
    expect(applyChanges(back, [{ key: bala, level: 1 }], saved).future).toEqual([]);
  });

  it('stays where it was not saved', () => {
    const typed = applyChanges(
      NO_EDITS,
      [
        { key: asha, level: 2 },
        { key: bala, level: 1 },
      ],
      saved,
    );
    expect([...markSaved(typed, [asha]).changed]).toEqual([[bala, 1]]);
  });

  it('is validated when it is read from a stored draft', () => {
    expect([...parseDraftEdits({ 'a b': 3, 'a c': 9, ab: 2, 'a d': null }).changed]).toEqual([
      ['a b', 3],
      ['a d', null],
    ]);
  });
});

describe('a block of the target grid', () => {
  const level = (row: number, column: number): Level => ((row + column) % 5) as Level;

  it('is set, and filled from its first row or column', () => {
    expect(setAll(toBlock({ row: 2, column: 3 }, { row: 1, column: 3 }), 4)).toEqual([
      { row: 1, column: 3, level: 4 },
      { row: 2, column: 3, level: 4 },
    ]);
    expect(fillCells({ top: 0, bottom: 2, left: 1, right: 1 }, 'down', level)).toEqual([
      { row: 1, column: 1, level: 1 },
      { row: 2, column: 1, level: 1 },
    ]);
    expect(fillCells({ top: 0, bottom: 0, left: 0, right: 2 }, 'right', level)).toEqual([
      { row: 0, column: 1, level: 0 },
      { row: 0, column: 2, level: 0 },
    ]);
  });

  it('of one row is filled from the row above; the first has none', () => {
    expect(fillCells(cellBlock, 'down', level)).toEqual([{ row: 1, column: 1, level: 1 }]);
    expect(fillCells({ ...cellBlock, top: 0, bottom: 0 }, 'down', level)).toEqual([]);
  });

  it('is copied as a spreadsheet takes it and read back the same', () => {
    const text = toClipboardText({ top: 0, bottom: 1, left: 0, right: 2 }, (row, column) =>
      column === 1 ? null : level(row, column),
    );
    expect(text).toBe('0\t\t2\n1\t\t3');
    expect(parseClipboard(text)).toEqual([
      [0, null, 2],
      [1, null, 3],
    ]);
  });

  it('takes what spreadsheets make of numbers, and refuses what is no level', () => {
    expect(parseClipboard('"3"\t4.0\t2,0\t–\r\n5\tyes\t 1 \t-1\r\n')).toEqual([
      [3, 4, 2, null],
      [undefined, undefined, 1, undefined],
    ]);
  });

  it('is pasted from its first cell on, and cut at the grid’s end', () => {
    const plan = planPaste(
      [
        [1, 2],
        [3, undefined],
      ],
      cellBlock,
      2,
      10,
    );
    expect(plan.cells).toEqual([
      { row: 1, column: 1, level: 1 },
      { row: 1, column: 2, level: 2 },
    ]);
    expect(plan).toMatchObject({ refused: 0, outside: 2, block: { top: 1, bottom: 1, left: 1, right: 2 } });
    expect(planPaste([[1, undefined]], cellBlock, 5, 5)).toMatchObject({ refused: 1, outside: 0 });
  });

  it('is filled with one copied cell', () => {
    expect(planPaste([[2]], { top: 0, bottom: 1, left: 0, right: 1 }, 5, 5).cells).toHaveLength(4);
  });
});

describe('saving the target grid', () => {
  const id = (digit: string) => `0000000${digit}-0000-7000-8000-000000000000`;

  it('says whose target it is and sends no more than one call takes', () => {
    const changed = new Map<CellKey, Level>([
      [cellKey(toRoleHolder('welder'), 'fork'), 2],
      [cellKey('asha', 'fork'), null],
    ]);
    expect(takeFirstBatch(changed).changes).toEqual([
      { job_role_id: 'welder', skill_id: 'fork', level: 2 },
      { staff_id: 'asha', skill_id: 'fork', level: null },
    ]);
    const many = new Map(Array.from({ length: 1200 }, (_, index) => [cellKey(`p${index}`, 's'), 1 as Level]));
    expect(takeFirstBatch(many).keys).toHaveLength(1000);
  });

  it('leads refusals to their cells', () => {
    const keys = [cellKey(id('1'), id('2')), cellKey(id('3'), id('2'))];
    const { cells, rest } = assignErrorsToCells(
      { 'changes.1.level': ['At most 4.'], staff_id: [`Unknown staff: ${id('1')}.`], other: ['Too late.'] },
      keys,
    );
    expect([...cells]).toEqual([
      [keys[1], 'At most 4.'],
      [keys[0], `Unknown staff: ${id('1')}.`],
    ]);
    expect(rest).toEqual(['Too late.']);
  });
});
