import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { Announcements, DomainEvent, Question } from '../../src/tenancy/announcements';
import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';

describe('What a floor announces', () => {
  let running: RunningApp;
  let plant: Plant;
  let transactions: Transactions;
  let announcements: Announcements;
  beforeAll(async () => {
    running = await startApp();
    plant = await openPlant(running);
    transactions = running.app.get(Transactions, { strict: false });
  });
  beforeEach(() => {
    announcements = new Announcements();
  });
  afterAll(() => running.close());

  const DEPARTED = new DomainEvent<{ who: string }>('departed');
  const COUNTED = new Question<{ of: string }, number>('counted');

  it('is heard by all who listen, in the order that they state and not in that of their registration', async () => {
    const heard: string[] = [];
    announcements.listen(DEPARTED, async (_, { who }) => void heard.push(`second ${who}`), 2);
    announcements.listen(DEPARTED, async (_, { who }) => void heard.push(`first ${who}`), 1);
    await transactions.run(() => announcements.publish(DEPARTED, plant.tenant, { who: 'Asha' }));
    expect(heard).toEqual(['first Asha', 'second Asha']);
  });

  it('is undone with what the listeners wrote when one of them refuses', async () => {
    const { staff_id } = await plant.staff();
    const renamed = (column: 'first_name' | 'last_name', to: string) =>
      running.app
        .get(Database)
        .write(`UPDATE staff SET ${column} = ? WHERE customer_id = ?`, [to, plant.tenant.customer_id]);
    const names = async () => {
      const { first_name, last_name } = (await plant.api.get(`/api/staff/${staff_id}`)).body;
      return [first_name, last_name];
    };
    const change = (by: string) =>
      transactions.run(async () => {
        await renamed('first_name', by);
        await announcements.publish(DEPARTED, plant.tenant, { who: by });
      });
    const heard: string[] = [];
    announcements.listen(
      DEPARTED,
      async (_, { who }) => {
        heard.push(who);
        await renamed('last_name', `heard of ${who}`);
      },
      1,
    );
    await change('Devi');
    expect(await names()).toEqual(['Devi', 'heard of Devi']);
    announcements.listen(DEPARTED, () => Promise.reject(new Error('not now')), 2);
    await expect(change('Esra')).rejects.toThrow('not now');
    expect(heard).toEqual(['Devi', 'Esra']);
    expect(await names()).toEqual(['Devi', 'heard of Devi']);
  });

  it('may not be told outside the transaction that does it', async () => {
    await expect(announcements.publish(DEPARTED, plant.tenant, { who: 'Asha' })).rejects.toThrow(
      'inside the transaction',
    );
  });

  it('has no two listeners of which nobody said who is first', () => {
    announcements.listen(DEPARTED, async () => undefined);
    expect(() => announcements.listen(DEPARTED, async () => undefined)).toThrow('state which of the two is first');
  });

  it('may be a question: one floor answers, and where none does there is no answer', async () => {
    expect(await announcements.ask(COUNTED, plant.tenant, { of: 'quizzes' })).toBeUndefined();
    announcements.answer(COUNTED, async (_, { of }) => of.length);
    expect(await announcements.ask(COUNTED, plant.tenant, { of: 'quizzes' })).toBe(7);
    expect(() => announcements.answer(COUNTED, async () => 0)).toThrow('answered already');
  });
});
