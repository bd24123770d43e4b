/** @jest-environment jsdom */
import { screen, waitFor, within } from '@testing-library/react';
import type { InternalAxiosRequestConfig } from 'axios';
import { departments } from '../../src/contract/departments.resource';
import { trainingCategories } from '../../src/contract/training-categories.resource';
import { ResourceList } from '../../admin/src/crud/list/resource-list';
import type { ResourceModule } from '../../admin/src/crud/resource-module';
import { DeleteDialog } from '../../admin/src/crud/removal/delete-dialog';
import { PagedRows } from '../../admin/src/features/staff/person/paged-rows';
import { Reply, renderOnPage, signIn, user } from './render-on-page';

const ME = '/api/me';
const icon = () => null;
const departmentsModule: ResourceModule = {
  definition: departments,
  route: '/departments',
  labelKey: 'departments.title',
  icon,
  bulkActions: [{ name: 'archive' }],
};
const categoriesModule: ResourceModule = {
  definition: trainingCategories,
  route: '/training-category',
  labelKey: 'training-categories.title',
  icon,
};
const department = (id: string, name: string) => ({ id, department_id: id, name, parent_id: null, row_version: 1 });
const ROWS = [department('d1', 'Workshop'), department('d2', 'Stores')];

const renderList = (module: ResourceModule, rows: unknown, at = '/') =>
  renderOnPage(<ResourceList module={module} />, {
    at,
    modules: [module],
    answers: { [ME]: {}, [`/api/${module.definition.name}`]: rows },
  });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  signIn();
});

describe('a list', () => {
  it('draws its rows, how many there are, and what can be made', async () => {
    await renderList(departmentsModule, ROWS);
    expect(await screen.findByRole('button', { name: 'Workshop' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Stores' })).toBeTruthy();
    expect(screen.getByText('2 rows')).toBeTruthy();
    expect(screen.getByRole('button', { name: /New department/ })).toBeTruthy();
  });

  it('invites to make the first row where there is none, and says so of filters that let none through', async () => {
    const { unmount } = await renderList(departmentsModule, []);
    expect(await screen.findByRole('heading', { name: 'No departments yet' })).toBeTruthy();
    unmount();

    await renderList(categoriesModule, [], '/?status=archived');
    expect(await screen.findByRole('heading', { name: 'No results' })).toBeTruthy();
  });

  it('says that it could not be read, and reads it again', async () => {
    const answers: unknown[] = [new Reply(500, { message: 'The disk is full.', requestId: 'r-1' }), ROWS];
    await renderList(departmentsModule, () => answers.shift());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The disk is full.');
    expect(alert.textContent).toContain('r-1');
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Workshop' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('counts what is selected, and forgets it', async () => {
    await renderList(departmentsModule, ROWS);
    await user.click(await screen.findByRole('checkbox', { name: 'Select Workshop' }));
    expect(screen.getByRole('region', { name: '1 selected' })).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
    const bar = screen.getByRole('region', { name: '2 selected' });
    await user.click(within(bar).getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('region', { name: /selected/ })).toBeNull();
  });

  it('offers no selection and no creation without permission', async () => {
    signIn({ kind: 'customer', role: 1, user_name: 'mara' });
    await renderList(departmentsModule, ROWS);
    expect(await screen.findByRole('button', { name: 'Workshop' })).toBeTruthy();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /New department/ })).toBeNull();
  });
});

describe('the filters of a list', () => {
  it('are in the address and sent to the server, and can be cleared', async () => {
    const requests: string[] = [];
    const page = await renderList(categoriesModule, ({ url }: InternalAxiosRequestConfig) => {
      requests.push(url!);
      return [{ id: 'c1', category_id: 'c1', code: 'SAFE', name: 'Safety', status: 'active' }];
    });
    await screen.findByRole('button', { name: 'Safety' });
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Status' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Archived' }));
    await waitFor(() => expect(page.address()).toBe('/?status=archived'));
    await waitFor(() => expect(requests.at(-1)).toContain('status=archived'));

    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(page.address()).toBe('/'));
    expect(screen.queryByRole('button', { name: 'Remove filter Status' })).toBeNull();
  });

  it('are taken from the address, and removed one by one', async () => {
    const page = await renderList(categoriesModule, [], '/?status=archived&page=2');
    await user.click(await screen.findByRole('button', { name: 'Remove filter Status' }));
    await waitFor(() => expect(page.address()).toBe('/'));
  });
});

describe('a list that is read page by page', () => {
  const rows = ({ url }: InternalAxiosRequestConfig) => {
    const first = Number(new URLSearchParams(url!.split('?')[1]).get('_start'));
    const some = Array.from({ length: Math.max(0, Math.min(20, 45 - first)) }, (_, at) => ({ id: `${first + at}` }));
    return new Reply(200, some, { 'x-total-count': '45' });
  };
  const renderRows = (at: string, answer: unknown) =>
    renderOnPage(
      <PagedRows resource="departments" filters={[]} sorters={[]} emptyState="Nobody">
        {(some) => <p>{`from ${some[0]?.id}: ${some.length}`}</p>}
      </PagedRows>,
      { at, answers: { [ME]: {}, '/api/departments': answer } },
    );

  it('has its page in the address', async () => {
    const page = await renderRows('/', rows);
    expect(await screen.findByText('from 0: 20')).toBeTruthy();
    await user.click(screen.getByRole('listitem', { name: '3' }));
    expect(await screen.findByText('from 40: 5')).toBeTruthy();
    expect(page.address()).toBe('/?page=3');
    await user.click(screen.getByRole('listitem', { name: '1' }));
    await waitFor(() => expect(page.address()).toBe('/'));
  });

  it('goes to the last page from one beyond it', async () => {
    const page = await renderRows('/?page=9', rows);
    expect(await screen.findByText('from 40: 5')).toBeTruthy();
    expect(page.address()).toBe('/?page=3');
  });

  it('says that there is nothing, or that it could not be read', async () => {
    const { unmount } = await renderRows('/', []);
    expect(await screen.findByText('Nobody')).toBeTruthy();
    expect(screen.queryByRole('listitem')).toBeNull();
    unmount();
    await renderRows('/', new Reply(500, { message: 'The disk is full.' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.');
  });
});

describe('the removal of a row', () => {
  const remove = async (answer: unknown) => {
    const closed: boolean[] = [];
    const page = await renderOnPage(
      <DeleteDialog module={departmentsModule} row={ROWS[0]!} onClose={(deleted) => closed.push(deleted)} />,
      { modules: [departmentsModule], answers: { [ME]: {}, '/api/departments': [], '/api/departments/d1': answer } },
    );
    return { ...page, closed };
  };

  it('says what keeps it, where that is', async () => {
    const { closed } = await remove(new Reply(409, { code: 'in_use', facts: { department: 2, staff: 1 } }));
    const dialog = await screen.findByRole('dialog', { name: 'Workshop is in use' });
    expect(within(dialog).getByText('Used by:')).toBeTruthy();
    expect(within(dialog).getByText('2 departments in it')).toBeTruthy();
    expect(within(dialog).getByText('1 staff member')).toBeTruthy();
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)!);
    expect(closed).toEqual([false]);
  });

  it('says why it was refused for another reason', async () => {
    await remove(new Reply(500, { message: 'The disk is full.' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.');
  });

  it('takes it off the screen, and lets it be taken back', async () => {
    const { closed, toasts } = await remove(null);
    await waitFor(() => expect(closed).toEqual([true]));
    expect(toasts).toMatchObject([{ type: 'progress', message: 'Workshop was deleted' }]);
    (toasts[0] as { cancelMutation: () => void }).cancelMutation();
  });
});
