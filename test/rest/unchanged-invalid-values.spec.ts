import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures } from '../support/fixtures';
import { openPlant, type Plant } from '../support/plant';

describe('a row with stored invalid values that is sent back', () => {
  let running: RunningApp;
  let plant: Plant;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running);
  });
  afterAll(() => running.close());
  /** Stores a value that only earlier versions accepted. */
  const storeOldValue = (table: string, column: string, value: string, customer_id = plant.customer_id) =>
    running.app
      .get(TransactionManager)
      .run(() =>
        running.app
          .get(Database)
          .write(`UPDATE ${table} SET ${column} = ? WHERE customer_id = ?`, [value, customer_id]),
      );

  it('is accepted for unchanged values; changed ones are validated', async () => {
    const { skill_id } = await plant.createSkill({ skill_group: 'Logistics' });
    const path = `/api/skills/${skill_id}`;
    await storeOldValue('skill', 'skill_group', 'Logistics\nand yard');
    const { body: row } = await plant.api.get(path);
    const renamed = await plant.api.patch(path, { ...row, name: 'Forklift driving' });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Forklift driving', skill_group: row.skill_group } });
    const stale = await plant.api.patch(path, { ...row, name: 'Again' });
    expect(stale.status).toBe(412);
    const tagged = { 'If-Match': `"${renamed.body.row_version}"` };
    const { row_version: _read, ...echoed } = renamed.body;
    expect((await plant.api.patch(path, { ...echoed, name: 'Driving' }, tagged)).status).toBe(200);
    const wrong = await plant.api.patch(path, { skill_group: row.skill_group, name: 'Two\nlines' });
    expect(wrong).toMatchObject({ status: 422, body: { errors: { name: [expect.any(String)] } } });
    expect(wrong.body.errors).not.toHaveProperty('skill_group');
    const other = await plant.api.patch(path, { skill_group: 'Another\nbreak' });
    expect(other).toMatchObject({ status: 422, body: { errors: { skill_group: [expect.any(String)] } } });
  });

  it('keeps an organisation’s "n/a" website until it is changed, in both APIs', async () => {
    const { admin: headers, customer_id } = await fixtures(running).organisation();
    const admin = api(running, headers);
    await storeOldValue('customer', 'website', 'n/a', customer_id);
    const path = `/api/customers/${customer_id}`;
    const { body: row } = await admin.get(path);
    expect(row.website).toBe('n/a');
    expect(await admin.patch(path, { website: 'n/a', gst_no: 'GST-1' })).toMatchObject({
      status: 200,
      body: { website: 'n/a', gst_no: 'GST-1' },
    });
    const form = { website: 'n/a', gst_no: 'GST-2' };
    const legacyPath = `/CustomerMaster/UpdateCustomer/${customer_id}`;
    expect((await admin.post(legacyPath, form)).body).toMatchObject({ Status: true });
    expect((await admin.get(path)).body).toMatchObject({ website: 'n/a', gst_no: 'GST-2' });
    expect((await admin.post(legacyPath, { website: 'n / a' })).body).toMatchObject({ Status: false });
  });

  it('is compared with the own organisation’s record only', async () => {
    const other = await openPlant(running);
    const { skill_id } = await plant.createSkill();
    await storeOldValue('skill', 'skill_group', 'Two\nlines');
    const theirs = await other.api.patch(`/api/skills/${skill_id}`, { skill_group: 'Two\nlines' });
    expect(theirs.status).toBe(422);
  });
});
