import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { Database } from '../../src/infrastructure/database/database';

/** A search word that begins no other word in the database. */
const mark = 'qzxcvbn';

describe('platform staff search', () => {
  let running: RunningApp;
  let firm: RegisteredOrganisation;
  let staff: ReturnType<typeof api>;
  beforeAll(async () => {
    running = await startApp();
    firm = await fixtures(running).organisation({ name: `Zoë ${mark} Maschinenbau` });
    await fixtures(running).organisation({ name: `Other ${mark}` });
    staff = api(running, (await fixtures(running).platformStaff()).headers);
  });
  afterAll(() => running.close());

  const fetchField = async (path: string, field: string) => {
    const { status, body } = await staff.get(path);
    expect([path, status]).toEqual([path, 200]);
    return body.map((row: Record<string, unknown>) => row[field]).sort();
  };
  const search = (list: string, q: string, field = 'customer_id') =>
    fetchField(`/api/${list}?q=${encodeURIComponent(q)}`, field);

  it.each(['customers', 'subscribers'])(
    'finds %s by word prefixes, in any order and case and without accents',
    async (list) => {
      const { customer_id } = firm;
      expect(await search(list, mark.toUpperCase())).toHaveLength(2);
      expect(await search(list, `masch ZOE ${mark}`)).toEqual([customer_id]);
      expect(await search(list, `${mark} schinen`)).toEqual([]);
      expect(await search(list, `${mark} nobody`)).toEqual([]);
    },
  );

  it('finds subscriptions by package and name, and within one organisation', async () => {
    const [row] = (await staff.get(`/api/subscribers?customer_id=${firm.customer_id}`)).body;
    expect(await search('subscribers', `${mark} zoe ${row.subs_name}`)).toEqual([firm.customer_id]);
    expect(await fetchField(`/api/subscribers?customer_id=${firm.customer_id}&q=${mark}`, 'id')).toEqual([row.id]);
    expect(await fetchField(`/api/subscribers?customer_id=${firm.customer_id}&q=other`, 'id')).toEqual([]);
    expect(await fetchField(`/api/subscribers?q=${mark}&status=trial`, 'customer_id')).toHaveLength(2);
    expect(await fetchField(`/api/subscribers?q=${mark}&status=expired`, 'customer_id')).toEqual([]);
  });

  it('finds a renamed organisation by its new name at once, and no longer by the old', async () => {
    const { customer_id } = firm;
    const change = (body: object) => staff.patch(`/api/customers/${customer_id}`, body);
    expect((await change({ customer_name: `Renamed ${mark}` })).status).toBe(200);
    for (const list of ['customers', 'subscribers']) {
      expect(await search(list, `${mark} renam`)).toEqual([customer_id]);
      expect(await search(list, `${mark} zoe`)).toEqual([]);
    }
    expect((await change({ customer_name: 'Lost', row_version: 1 })).status).toBe(412);
    expect(await search('customers', `${mark} renam`)).toEqual([customer_id]);
  });

  it('finds packages until they are deleted', async () => {
    const body = { subscription_name: `Größe ${mark}`, subscription_price: 100, currency: 'EUR' };
    const created = await staff.post('/api/subscription-packages', body);
    expect(created.status).toBe(201);
    const { id } = created.body;
    expect(await search('subscription-packages', `gro ${mark}`, 'id')).toEqual([id]);
    expect((await staff.patch(`/api/subscription-packages/${id}`, { no_of_staff: 7 })).status).toBe(200);
    const renamed = { subscription_name: `Klein ${mark}` };
    expect((await staff.patch(`/api/subscription-packages/${id}`, renamed)).status).toBe(200);
    expect(await search('subscription-packages', `gro ${mark}`, 'id')).toEqual([]);
    expect(await search('subscription-packages', `kle ${mark}`, 'id')).toEqual([id]);
    expect((await staff.delete(`/api/subscription-packages/${id}`)).status).toBe(204);
    expect(await search('subscription-packages', mark, 'id')).toEqual([]);
    const remaining = await running.app
      .get(Database)
      .rows("SELECT word FROM search_word WHERE customer_id = 0 AND kind = 'subscription-packages' AND word = ?", [
        mark,
      ]);
    expect(remaining).toEqual([]);
  });

  it('finds support messages of all organisations, and those of one', async () => {
    const sent = await api(running, firm.admin).post('/api/support-messages', {
      subject: `Mehr Plätze ${mark}`,
      message: 'Zwölf kommen im März.',
    });
    expect(sent.status).toBe(201);
    const { customer_id } = firm;
    expect(await search('support-messages', `platz ${mark}`, 'id')).toEqual([sent.body.id]);
    expect(await search('support-messages', `latze ${mark}`, 'id')).toEqual([]);
    expect(await fetchField(`/api/support-messages?customer_id=${customer_id}&q=${mark}`, 'id')).toEqual([
      sent.body.id,
    ]);
    expect(await fetchField(`/api/support-messages?customer_id=${customer_id}&q=nothing`, 'id')).toEqual([]);
  });

  it('lets an admin find only their own organisation', async () => {
    const own = await api(running, firm.admin).get(`/api/customers?q=${mark}`);
    expect(own.body.map((row: { id: number }) => row.id)).toEqual([firm.customer_id]);
    const plans = await api(running, firm.admin).get(`/api/subscribers?q=${mark}`);
    expect(plans.body.map((row: { customer_id: number }) => row.customer_id)).toEqual([firm.customer_id]);
  });
});
