import type { MatrixColumnAnswer, MatrixRowAnswer } from '../../src/contract/report-answers';
import { csvFile } from '../../admin/src/kit/csv';
import { bridgeSteps } from '../../admin/src/reports/charts/bridge-steps';
import { wideTable, type WideWords } from '../../admin/src/reports/matrix/export';

const words: WideWords = {
  staff_code: 'Staff code',
  last_name: 'Last name',
  first_name: 'First name',
  target: (code) => `${code} target`,
  change: (code) => `${code} change`,
  figures: ['Compliance', 'Gap', 'At risk'],
};
const person = (staff_code: string, last_name: string): MatrixRowAnswer => ({
  id: staff_code,
  staff_code,
  first_name: 'Asha',
  last_name,
  last_active_day: null,
  figures: null,
});
const skill = (skill_code: string): MatrixColumnAnswer => ({
  id: skill_code,
  skill_code,
  name: skill_code,
  skill_group: null,
  min_level: 3,
  required_headcount: null,
  critical: false,
  figures: null,
});
const plain = { change: 0, events: 0, opening_level: null, overdue: false };

describe('a matrix as a wide table', () => {
  const table = wideTable(
    {
      rows: [person('P-1', '=Rao'), person('P-2', 'Nair')],
      columns: [skill('FORK'), skill('WELD')],
      cells: [
        { ...plain, row: 0, column: 0, level: 0, target: 3, status: 'MISSING' },
        { ...plain, row: 1, column: 1, level: 2, target: null, status: 'EXTRA', change: 2 },
      ],
    },
    words,
  );

  it('has a target and a change only where somebody has one', () => {
    expect(table.heads).toEqual([
      'Staff code',
      'Last name',
      'First name',
      'FORK',
      'FORK target',
      'WELD',
      'WELD change',
    ]);
  });

  it('keeps 0 and not known apart', () => {
    expect(table.rows).toEqual([
      ['P-1', '=Rao', 'Asha', 0, 3, null, null],
      ['P-2', 'Nair', 'Asha', null, null, 2, 2],
    ]);
  });

  it('runs no formula when the file is opened', () => {
    expect(csvFile(table.heads, table.rows)).toContain("P-1,'=Rao,Asha,0,3,,");
  });
});

describe('the bridge', () => {
  // reports.md §5, row 3.
  const figures = {
    opening: 4,
    gains: 1,
    expiries: 1,
    downgrades: 1,
    revocations: 0,
    joiners: 0,
    leavers: 1,
    retargeted: 0,
    closing: 2,
  };

  it('steps from the opening to the closing', () => {
    const steps = bridgeSteps(figures);
    expect(steps.map(({ key, value }) => [key, value])).toEqual([
      ['opening', 4],
      ['gains', 1],
      ['expiries', -1],
      ['downgrades', -1],
      ['revocations', -0],
      ['joiners', 0],
      ['leavers', -1],
      ['retargeted', 0],
      ['closing', 2],
    ]);
    expect(steps.at(-2)!.span).toEqual([2, 2]);
    expect(steps[1]!.span).toEqual([4, 5]);
  });
});
