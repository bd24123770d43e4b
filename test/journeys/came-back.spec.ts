import { journey, openProduct, type Visited } from '../support/browser';
import { choose, command, dialog, openMenu, openOrganisation, post, press, toast } from '../support/journey-steps';

describe('somebody who left and comes back', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('is proposed where they worked, and works there but for what is changed', async () => {
    const { page } = await openOrganisation(product, 'Return Works');
    const job_role_id = await post(page, '/api/job-roles', { name: 'Fitter' });
    const department_id = await post(page, '/api/departments', { name: 'Workshop' });
    await post(page, '/api/departments', { name: 'Yard' });
    const person = { last_name: 'Rao', joined: '2024-01-01' };
    const manager_id = await post(page, '/api/staff', { ...person, staff_code: 'R-1', first_name: 'Chief' });
    const place = { job_role_id, department_id, manager_id };
    const asha = await post(page, '/api/staff', { ...person, ...place, staff_code: 'R-2', first_name: 'Asha' });
    await post(page, `/api/staff/${asha}/leave`, { last_active_day: '2024-12-31' });

    await openMenu(page, 'Staff Master');
    await command(page, 'Asha Rao', 'Rehire…');
    const rehireDialog = dialog(page, 'Rehire Asha Rao?');
    const chosen = (label: string) => rehireDialog.locator('.ant-form-item').filter({ hasText: label });
    await chosen('Job role').getByText('Fitter', { exact: true }).waitFor();
    await chosen('Department').getByText('Workshop', { exact: true }).waitFor();
    await chosen('Manager').getByText('Chief Rao', { exact: true }).waitFor();
    await choose(page, 'Department', 'Yard');
    await press(rehireDialog, 'Rehire…');
    await toast(page, 'Asha Rao is rehired');
    const row = page.getByRole('row').filter({ hasText: 'Asha' });
    await row.filter({ hasText: 'Active' }).filter({ hasText: 'Yard' }).filter({ hasText: 'Fitter' }).waitFor();
  });
});
