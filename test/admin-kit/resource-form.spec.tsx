/** @jest-environment jsdom */
import { screen, waitFor } from '@testing-library/react';
import type { InternalAxiosRequestConfig } from 'axios';
import { departments } from '../../src/contract/departments.resource';
import { ResourceForm } from '../../admin/src/crud/form/resource-form';
import type { ResourceModule, Row } from '../../admin/src/crud/resource-module';
import { Reply, renderOnPage, signIn, user, type Answers } from './render-on-page';

const departmentsModule: ResourceModule = {
  definition: departments,
  route: '/departments',
  labelKey: 'departments.title',
  icon: () => null,
};
const ROW = { id: 'd1', department_id: 'd1', name: 'Workshop', parent_id: null, row_version: 3 };

async function renderForm(id: string, answers: Answers) {
  const saved: Row[] = [];
  const page = await renderOnPage(
    <ResourceForm module={departmentsModule} id={id} onClose={() => undefined} onSaved={(row) => saved.push(row)} />,
    { modules: [departmentsModule], answers: { '/api/me': {}, ...answers } },
  );
  return { ...page, saved, name: await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' }) };
}
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const bodyOf = ({ data }: InternalAxiosRequestConfig) => JSON.parse(String(data)) as Record<string, unknown>;

/** The text under a field, as a screen reader reads it. */
const descriptionOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  signIn();
});

describe('the form of a row', () => {
  it('says in words what is missing, in its field, and sends nothing', async () => {
    const sent: unknown[] = [];
    const { name } = await renderForm('new', { 'POST /api/departments': (config: never) => sent.push(config) });
    await press('Create');
    await waitFor(() => expect(descriptionOf(name)).toContain('Please fill this in.'));
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([]);
  });

  it('makes the row that was filled in, and says so', async () => {
    const sent: unknown[] = [];
    const { name, saved, toasts } = await renderForm('new', {
      'POST /api/departments': (config: InternalAxiosRequestConfig) => {
        sent.push(bodyOf(config));
        return ROW;
      },
    });
    await user.type(name, 'Workshop');
    await press('Create');
    await waitFor(() => expect(saved).toEqual([ROW]));
    expect(sent).toEqual([{ name: 'Workshop' }]);
    expect(toasts).toMatchObject([{ type: 'success', message: 'Workshop was created' }]);
  });

  it('puts what the server refuses under its field; what was typed stays and is sent again', async () => {
    const answers: unknown[] = [
      new Reply(422, { code: 'invalid', message: 'Not valid.', errors: { name: ['That name is taken.'] } }),
      { ...ROW, name: 'Stores', row_version: 4 },
    ];
    const sent: unknown[] = [];
    const { name, saved } = await renderForm('d1', {
      'GET /api/departments/d1': ROW,
      'PATCH /api/departments/d1': (config: InternalAxiosRequestConfig) => {
        sent.push(bodyOf(config));
        return answers.shift();
      },
    });
    expect(name.value).toBe('Workshop');
    await user.clear(name);
    await user.type(name, 'Stores');
    await press('Save');
    await waitFor(() => expect(descriptionOf(name)).toContain('That name is taken.'));
    expect(name.value).toBe('Stores');
    expect(saved).toEqual([]);

    await press('Save');
    await waitFor(() => expect(saved).toMatchObject([{ name: 'Stores' }]));
    expect(sent).toEqual([
      { name: 'Stores', row_version: 3 },
      { name: 'Stores', row_version: 3 },
    ]);
  });

  it('asks which version to keep when someone else saved first', async () => {
    const sent: unknown[] = [];
    const { name } = await renderForm('d1', {
      'GET /api/departments/d1': ROW,
      'PATCH /api/departments/d1': (config: InternalAxiosRequestConfig) => {
        sent.push(bodyOf(config));
        return sent.length === 1 ? new Reply(412, { code: 'stale' }) : { ...ROW, name: 'Stores', row_version: 5 };
      },
    });
    await user.clear(name);
    await user.type(name, 'Stores');
    await press('Save');
    expect(await screen.findByText('Someone else has changed this in the meantime')).toBeTruthy();
    await user.click(await screen.findByText('Overwrite'));
    await waitFor(() => expect(sent).toEqual([{ name: 'Stores', row_version: 3 }, { name: 'Stores' }]));
  });
});
