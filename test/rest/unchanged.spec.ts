import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { given } from '../support/given';
import { openPlant, type Plant } from '../support/plant';

describe('a row that is sent back whole', () => {
  let running: RunningApp;
  let plant: Plant;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running);
  });
  afterAll(() => running.close());
  /** As earlier versions kept it: their rules let it pass. */
  const kept = (table: string, column: string, value: string, customer_id = plant.customer_id) =>
    running.app
      .get(Transactions)
      .run(() =>
        running.app
          .get(Database)
          .write(`UPDATE ${table} SET ${column} = ? WHERE customer_id = ?`, [value, customer_id]),
      );

  it('does not fail for what it holds already; what is new in it is judged', async () => {
    const { skill_id } = await plant.skill({ skill_group: 'Logistics' });
    const path = `/api/skills/${skill_id}`;
    await kept('skill', 'skill_group', 'Logistics\nand yard');
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

  it('names an organisation’s "n/a" website for as long as nobody changes it, on both surfaces', async () => {
    const { admin: headers, customer_id } = await given(running).organisation();
    const admin = api(running, headers);
    await kept('customer', 'website', 'n/a', customer_id);
    const path = `/api/customers/${customer_id}`;
    const { body: row } = await admin.get(path);
    expect(row.website).toBe('n/a');
    expect(await admin.patch(path, { website: 'n/a', gst_no: 'GST-1' })).toMatchObject({
      status: 200,
      body: { website: 'n/a', gst_no: 'GST-1' },
    });
    const form = { website: 'n/a', gst_no: 'GST-2' };
    const wire = `/CustomerMaster/UpdateCustomer/${customer_id}`;
    expect((await admin.post(wire, form)).body).toMatchObject({ Status: true });
    expect((await admin.get(path)).body).toMatchObject({ website: 'n/a', gst_no: 'GST-2' });
    expect((await admin.post(wire, { website: 'n / a' })).body).toMatchObject({ Status: false });
  });

  it('is compared with the own organisation’s record only', async () => {
    const other = await openPlant(running);
    const { skill_id } = await plant.skill();
    await kept('skill', 'skill_group', 'Two\nlines');
    const theirs = await other.api.patch(`/api/skills/${skill_id}`, { skill_group: 'Two\nlines' });
    expect(theirs.status).toBe(422);
  });
});
