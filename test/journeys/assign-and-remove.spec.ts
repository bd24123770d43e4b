import type { Page } from 'playwright-core';
import { assignTraining } from '../support/authoring-steps';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { openMenu, openOrganisation, press, waitForToast } from '../support/journey-steps';
import { sessionApi } from '../support/session-api';
import { createPublishedTraining } from '../support/training-data';

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

describe('assigning trainings', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('gives one person a training in four steps and takes it back with a reason', async () => {
    const { page } = await openOrganisation(product, 'Tram Depot');
    const api = await sessionApi(page);
    for (const [staff_code, first_name] of [
      ['T-1', 'Asha'],
      ['T-2', 'Bala'],
    ])
      await api.post('/api/staff', { staff_code, first_name, last_name: 'Rao', joined: '2024-03-01' });
    await createPublishedTraining(api, { code: 'BRAKE', title: 'Brake inspection' });

    await assignTraining(page, 'Asha Rao', 'Brake inspection');
    await openMenu(page, 'Remove Training');
    await row(page, 'Brake inspection').filter({ hasText: 'Asha Rao' }).waitFor();
    expect(await row(page, 'Bala Rao').count()).toBe(0);

    await row(page, 'Asha Rao').getByRole('checkbox').check();
    await press(page, 'Remove…');
    const dialog = page.getByRole('dialog', { name: 'Remove 1 assignment?' });
    await dialog.getByLabel('Reason').fill('Moved to another line');
    await press(dialog, 'Remove');
    await waitForToast(page, '1 assignment removed');
    await row(page, 'Asha Rao').waitFor({ state: 'detached' });
    const [removedAssignment] = await api.get('/api/training-assignments?state=removed');
    expect(removedAssignment).toMatchObject({ removed_reason: 'Moved to another line' });
  });
});
