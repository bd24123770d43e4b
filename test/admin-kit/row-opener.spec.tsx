/** @jest-environment jsdom */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { departments } from '../../src/contract/departments.resource';
import { ListTable } from '../../admin/src/crud/list/list-table';
import type { ResourceModule, Row } from '../../admin/src/crud/resource-module';
import { ReportBody } from '../../admin/src/report-kit/table/report-body';
import { SlotRow } from '../../admin/src/features/quizzes/slot-row';
import { renderOnPage } from './render-on-page';

const departmentsModule: ResourceModule = {
  definition: departments,
  route: '/departments',
  labelKey: 'departments.title',
  icon: () => null,
};
const list = { page: 1, size: 20, q: '', sort: [], filters: [] };
const nothing = () => undefined;

/** One row of a list. @returns the ids that were opened */
async function renderRow(module: ResourceModule, row: Row, columns: string[], chosen: boolean): Promise<string[]> {
  const opened: string[] = [];
  await renderOnPage(
    <ListTable
      module={module}
      rows={[row]}
      columns={columns}
      chosen={chosen}
      state={list}
      change={nothing}
      busy={false}
      show={(id) => opened.push(id)}
      edit={nothing}
      containerWidth={800}
    />,
  );
  return opened;
}

/** The elements that Tab stops at, in order. */
async function tabStops(): Promise<Element[]> {
  const stops: Element[] = [];
  for (;;) {
    await userEvent.tab();
    if (document.activeElement === document.body || stops.includes(document.activeElement!)) return stops;
    stops.push(document.activeElement!);
  }
}

describe('a row that can be opened', () => {
  it('of a list is opened by the button that names it, and is no stop itself', async () => {
    const opened = await renderRow(departmentsModule, { id: 'd1', name: 'Workshop' }, ['name'], false);
    const opener = screen.getByRole('button', { name: 'Workshop' });
    const stops = await tabStops();
    expect(stops.filter(({ tagName }) => tagName !== 'BUTTON')).toEqual([]);
    expect(stops).toContain(opener);
    opener.focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(screen.getByRole('cell', { name: 'Workshop' }));
    expect(opened).toEqual(['d1', 'd1']);
  });

  it('of a list is opened by another cell where the first one is a link', async () => {
    const linked = { ...departmentsModule, cells: { name: () => <a href="/elsewhere">Elsewhere</a> }, links: ['name'] };
    const row = { id: 'd1', name: 'Workshop', parent_id: null };
    const opened = await renderRow(linked, row, ['name', 'parent_id'], true);
    expect(screen.getByRole('link', { name: 'Elsewhere' }).closest('button')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Workshop' }));
    expect(opened).toEqual(['d1']);
  });

  it('of a report as well', async () => {
    const opened: unknown[] = [];
    const columns = [
      { name: 'staff_name', kind: 'text', priority: 1, labelKey: 'reports.columns.staff_name' },
      { name: 'level', kind: 'whole', priority: 1, labelKey: 'reports.columns.level' },
    ];
    const definition = { name: 'team', columns, filters: [] };
    await renderOnPage(
      <ReportBody
        {...({ definition, cells: undefined, error: null, allColumns: false, busy: false, empty: null } as any)}
        state={{ page: 1, size: 20, filters: {} } as never}
        answer={{ rows: [{ staff_name: 'Mara Lindt', level: 3 }], total: 1 } as never}
        onOpen={(row) => opened.push(row.staff_name)}
        sort={nothing}
        retry={nothing}
        resetSort={nothing}
        showAll={nothing}
      />,
    );
    const [stop, ...more] = await tabStops();
    expect(more).toEqual([]);
    expect(stop).toBe(screen.getByRole('button', { name: 'Mara Lindt' }));
    (stop as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(screen.getByRole('cell', { name: '3' }));
    expect(opened).toEqual(['Mara Lindt', 'Mara Lindt']);
  });

  it('of a quiz is moved by Alt and an arrow from any of its controls', async () => {
    const moves: number[] = [];
    await renderOnPage(
      <ul>
        <SlotRow
          slot={{ text: 'What is checked first?', kind: 'single', points: 1 } as never}
          slotKey="q1"
          at={1}
          count={3}
          move={(by) => moves.push(by)}
          edit={nothing}
          setPoints={nothing}
          remove={nothing}
        >
          {null}
        </SlotRow>
      </ul>,
    );
    const [first, ...others] = await tabStops();
    expect(first).toBe(within(screen.getByRole('listitem')).getByRole('button', { name: /What is checked first/ }));
    expect([first!, ...others].every((stop) => stop.matches('button, input'))).toBe(true);
    (first as HTMLElement).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowDown}{/Alt}');
    expect(moves).toEqual([-1, 1]);
  });
});
