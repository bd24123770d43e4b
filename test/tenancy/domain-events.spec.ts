import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { DomainEventBus, DomainEvent, DomainQuery } from '../../src/tenancy/domain-event-bus';
import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';

describe('a domain event', () => {
  let running: RunningApp;
  let plant: Plant;
  let transactions: TransactionManager;
  let eventBus: DomainEventBus;
  beforeAll(async () => {
    running = await startApp();
    plant = await openPlant(running);
    transactions = running.app.get(TransactionManager, { strict: false });
  });
  beforeEach(() => {
    eventBus = new DomainEventBus();
  });
  afterAll(() => running.close());

  const DEPARTED = new DomainEvent<{ who: string }>('departed');
  const COUNTED = new DomainQuery<{ of: string }, number>('counted');

  it('reaches all listeners in their declared order', async () => {
    const received: string[] = [];
    eventBus.listen(DEPARTED, async (_, { who }) => void received.push(`second ${who}`), 2);
    eventBus.listen(DEPARTED, async (_, { who }) => void received.push(`first ${who}`), 1);
    await transactions.run(() => eventBus.publish(DEPARTED, plant.tenant, { who: 'Asha' }));
    expect(received).toEqual(['first Asha', 'second Asha']);
  });

  it('is rolled back with the writes of all listeners when one of them fails', async () => {
    const { staff_id } = await plant.createStaff();
    const rename = (column: 'first_name' | 'last_name', to: string) =>
      running.app
        .get(Database)
        .write(`UPDATE staff SET ${column} = ? WHERE customer_id = ?`, [to, plant.tenant.customer_id]);
    const names = async () => {
      const { first_name, last_name } = (await plant.api.get(`/api/staff/${staff_id}`)).body;
      return [first_name, last_name];
    };
    const change = (name: string) =>
      transactions.run(async () => {
        await rename('first_name', name);
        await eventBus.publish(DEPARTED, plant.tenant, { who: name });
      });
    const received: string[] = [];
    eventBus.listen(
      DEPARTED,
      async (_, { who }) => {
        received.push(who);
        await rename('last_name', `heard of ${who}`);
      },
      1,
    );
    await change('Devi');
    expect(await names()).toEqual(['Devi', 'heard of Devi']);
    eventBus.listen(DEPARTED, () => Promise.reject(new Error('not now')), 2);
    await expect(change('Esra')).rejects.toThrow('not now');
    expect(received).toEqual(['Devi', 'Esra']);
    expect(await names()).toEqual(['Devi', 'heard of Devi']);
  });

  it('must be published inside the transaction', async () => {
    await expect(eventBus.publish(DEPARTED, plant.tenant, { who: 'Asha' })).rejects.toThrow('inside a transaction');
  });

  it('cannot have two listeners without a declared order', () => {
    eventBus.listen(DEPARTED, async () => undefined);
    expect(() => eventBus.listen(DEPARTED, async () => undefined)).toThrow('orders must differ');
  });

  it('may be a query: one handler answers, and without one the result is undefined', async () => {
    expect(await eventBus.query(COUNTED, plant.tenant, { of: 'quizzes' })).toBeUndefined();
    eventBus.registerQueryHandler(COUNTED, async (_, { of }) => of.length);
    expect(await eventBus.query(COUNTED, plant.tenant, { of: 'quizzes' })).toBe(7);
    expect(() => eventBus.registerQueryHandler(COUNTED, async () => 0)).toThrow('answered already');
  });
});
