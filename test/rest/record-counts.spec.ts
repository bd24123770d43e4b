import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { SkillsService } from '../../src/skills/skills.service';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { chance } from '../support/chance';
import { openOrganisation, type Organisation } from '../support/organisation';

const KINDS = { staff: 'staff', skills: 'skill', trainings: 'training' } as const;
type Kind = keyof typeof KINDS;
type Counts = Record<string, number>;

/** What can be done to a record that is there, whatever its status: the product refuses what it does not allow. */
const COMMANDS: Record<Kind, readonly (readonly [command: string, body?: object])[]> = {
  staff: [
    ['suspend'],
    ['reactivate'],
    ['leave', { last_active_day: '2024-05-01' }],
    ['return', { first_day: '2025-01-01' }],
  ],
  skills: [['archive'], ['unarchive']],
  trainings: [['archive'], ['unarchive'], ['publish']],
};

describe('staff, skills and trainings are counted as they are written', () => {
  let running: RunningApp;
  let plant: Organisation;
  let made = 0;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openOrganisation(running, { staff: 60, trainings: 60 });
  });
  afterAll(() => running.close());

  const admin = () => api(running, plant.admin);
  const body = (kind: Kind): object => {
    const n = ++made;
    if (kind === 'staff') return { staff_code: `P-${n}`, first_name: 'Asha', last_name: 'Rao', joined: '2024-03-01' };
    if (kind === 'skills') return { skill_code: `S-${n}`, name: `Skill ${n}` };
    return { code: `T-${n}`, title: `Training ${n}`, type: 'classroom' };
  };
  const create = (kind: Kind) => admin().post(`/api/${kind}`, body(kind));

  const database = () => running.app.get(Database);
  const asCounts = (rows: { status: string; n: number }[]): Counts =>
    Object.fromEntries(rows.filter(({ n }) => Number(n)).map(({ status, n }) => [status, Number(n)]));
  const kept = async (kind: Kind): Promise<Counts> =>
    asCounts(
      await database().rows('SELECT status, amount AS n FROM record_count WHERE customer_id = ? AND kind = ?', [
        plant.customer_id,
        kind,
      ]),
    );
  const there = async (kind: Kind): Promise<Counts> =>
    asCounts(
      await database().rows(`SELECT status, COUNT(*) AS n FROM ${KINDS[kind]} WHERE customer_id = ? GROUP BY status`, [
        plant.customer_id,
      ]),
    );
  const counted = async () => {
    for (const kind of Object.keys(KINDS) as Kind[])
      expect([kind, await kept(kind)]).toEqual([kind, await there(kind)]);
  };
  /** One thing that somebody does; the status of the answer. */
  const happen = async (luck: ReturnType<typeof chance>, ids: Map<string, Kind>): Promise<number> => {
    const [id, kind] = ids.size ? luck.one([...ids]) : ['', luck.one(Object.keys(KINDS) as Kind[])];
    if (!id || luck.happens(35)) {
      const into = luck.one(Object.keys(KINDS) as Kind[]);
      const { status, body: row } = await create(into);
      if (status === 201) ids.set(row.id, into);
      return status;
    }
    if (luck.happens(20)) return (await admin().delete(`/api/${kind}/${id}`)).status;
    const [command, done] = luck.one(COMMANDS[kind]);
    return (await admin().post(`/api/${kind}/${id}/${command}`, done ?? {})).status;
  };

  it('so that after any history each status has as many as the table', async () => {
    const luck = chance(7);
    const ids = new Map<string, Kind>();
    const answers = new Set<number>();
    for (let n = 0; n < 150; n++) answers.add(await happen(luck, ids));
    expect([...answers].filter((status) => status >= 500)).toEqual([]);
    await counted();
    expect(Object.keys(await kept('staff')).length).toBeGreaterThan(1);
    expect(Object.keys(await kept('skills'))).toEqual(['active', 'archived']);
  });

  it('also when many write at once, the same records among them', async () => {
    const luck = chance(11);
    const ids = new Map<string, Kind>();
    for (const kind of ['staff', 'skills', 'trainings', 'staff', 'skills', 'trainings'] as const)
      ids.set((await create(kind)).body.id, kind);
    for (let round = 0; round < 6; round++) {
      const [[id, kind]] = luck.shuffled([...ids]) as [[string, Kind]];
      const both = Array.from({ length: 2 }, () => admin().delete(`/api/${kind}/${id}`));
      const moves = Array.from({ length: 3 }, () => admin().post(`/api/${kind}/${id}/${COMMANDS[kind][0]![0]}`, {}));
      const others = Array.from({ length: 6 }, () => happen(luck, ids));
      const statuses = [
        ...(await Promise.all([...both, ...moves])).map(({ status }) => status),
        ...(await Promise.all(others)),
      ];
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      ids.delete(id);
    }
    await counted();
  });

  it('once for everything that one transaction writes, and not at all for what is undone', async () => {
    const skills = running.app.get(SkillsService, { strict: false });
    const rows = Array.from({ length: 20 }, () => body('skills')) as never[];
    await skills.createMany(plant.tenant, rows);
    expect(await kept('skills')).toEqual({ active: 20 });
    const transactions = running.app.get(Transactions);
    await transactions.around(async () => {
      await skills.createMany(plant.tenant, [body('skills') as never]);
      const undone = transactions.run(async () => {
        await skills.createMany(plant.tenant, [body('skills') as never]);
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
    });
    expect(await kept('skills')).toEqual({ active: 21 });
    await counted();
  });

  it('and both who delete one training give its seat back once', async () => {
    const { id } = (await create('trainings')).body;
    await create('trainings');
    const statuses = (await Promise.all([1, 2].map(() => admin().delete(`/api/trainings/${id}`)))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([204, 404]);
    const [usage] = await database().rows<{ used: number }>(
      'SELECT training_used AS used FROM plan_usage WHERE customer_id = ?',
      [plant.customer_id],
    );
    expect(Number(usage!.used)).toBe(1);
    await counted();
  });

  it('so that their lists say exactly how many there are, of some statuses too, and read no more to say so', async () => {
    for (let n = 0; n < 5; n++) await create('skills');
    const [first] = (await admin().get('/api/skills')).body;
    await admin().post(`/api/skills/${first.id}/archive`, {});
    const total = async (query: string) =>
      (await admin().get(`/api/skills?_end=2${query}`)).headers.get('x-total-count');
    expect([await total(''), await total('&status=active'), await total('&status=archived&status=active')]).toEqual([
      '5',
      '4',
      '5',
    ]);
    // As if there were many: more than are ever counted.
    await running.app
      .get(Transactions)
      .run(() =>
        database().write(
          "UPDATE record_count SET amount = amount + 20000 WHERE customer_id = ? AND kind = 'skills' AND status = 'active'",
          [plant.customer_id],
        ),
      );
    const { headers } = await admin().get('/api/skills?_end=2');
    expect([headers.get('x-total-count'), headers.get('x-total-count-exact')]).toEqual(['20005', 'true']);
  });
});
