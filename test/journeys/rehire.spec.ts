import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import {
  choose,
  chooseRowAction,
  dialog,
  openMenu,
  openOrganisation,
  postJson,
  press,
  waitForToast,
} from '../support/journey-steps';

describe('rehiring a person who left', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('proposes the former department, manager and job role, and applies changes', async () => {
    const { page } = await openOrganisation(product, 'Return Works');
    const job_role_id = await postJson(page, '/api/job-roles', { name: 'Fitter' });
    const department_id = await postJson(page, '/api/departments', { name: 'Workshop' });
    await postJson(page, '/api/departments', { name: 'Yard' });
    const person = { last_name: 'Rao', joined: '2024-01-01' };
    const manager_id = await postJson(page, '/api/staff', { ...person, staff_code: 'R-1', first_name: 'Chief' });
    const employment = { job_role_id, department_id, manager_id };
    const asha = await postJson(page, '/api/staff', {
      ...person,
      ...employment,
      staff_code: 'R-2',
      first_name: 'Asha',
    });
    await postJson(page, `/api/staff/${asha}/leave`, { last_active_day: '2024-12-31' });

    await openMenu(page, 'Staff Master');
    await chooseRowAction(page, 'Asha Rao', 'Rehire…');
    const rehireDialog = dialog(page, 'Rehire Asha Rao?');
    const chosenValue = (label: string) => rehireDialog.locator('.ant-form-item').filter({ hasText: label });
    await chosenValue('Job role').getByText('Fitter', { exact: true }).waitFor();
    await chosenValue('Department').getByText('Workshop', { exact: true }).waitFor();
    await chosenValue('Manager').getByText('Chief Rao', { exact: true }).waitFor();
    await choose(page, 'Department', 'Yard');
    await press(rehireDialog, 'Rehire…');
    await waitForToast(page, 'Asha Rao is rehired');
    const row = page.getByRole('row').filter({ hasText: 'Asha' });
    await row.filter({ hasText: 'Active' }).filter({ hasText: 'Yard' }).filter({ hasText: 'Fitter' }).waitFor();
  });
});
