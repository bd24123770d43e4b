import { startApp, type RunningApp } from '../support/app';
import { openLine, type Line } from '../support/line';
import { openPlant, type Plant } from '../support/plant';
import { statementsOfRequests } from '../support/statements';

type Answer = {
  kind: string;
  more: boolean;
  rows: { id: string; code: string | null; name: string; status: string }[];
}[];

describe('the search box', () => {
  let running: RunningApp;
  let plant: Plant;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running);
  });
  afterAll(() => running.close());

  const found = async (q: string, as = plant.admin, more = ''): Promise<Answer> => {
    const { status, body } = await plant.as(as).get(`/api/search?q=${encodeURIComponent(q)}${more}`);
    expect(status).toBe(200);
    return body.found;
  };
  const names = (answer: Answer) => answer.map(({ kind, rows }) => [kind, ...rows.map(({ name }) => name)]);
  const question = (text: string) =>
    plant.api.post('/api/questions', {
      kind: 'true_false',
      text,
      options: [
        { text: 'Yes', fraction: 1 },
        { text: 'No', fraction: 0 },
      ],
    });

  it('finds people, trainings, skills, questions and categories by the beginnings of their words', async () => {
    const { staff_id } = await plant.staff({ staff_code: 'W-1', first_name: 'Wéldon', last_name: 'Rao' });
    await plant.training({ code: 'WELD-1', title: 'MIG Welding' });
    await plant.skill({ skill_code: 'MIG', name: 'Welding' });
    await plant.category({ code: 'HOT', name: 'Hot work: weld and cut' });
    expect((await question('May one **weld** in the rain?')).status).toBe(201);
    await plant.training({ code: 'CUT-1', title: 'Cutting' });
    const answer = await found('weld');
    expect(names(answer)).toEqual([
      ['staff', 'Wéldon Rao'],
      ['trainings', 'MIG Welding'],
      ['skills', 'Welding'],
      ['questions', 'May one **weld** in the rain?'],
      ['training-categories', 'Hot work: weld and cut'],
    ]);
    expect(answer[0]).toEqual({
      kind: 'staff',
      more: false,
      rows: [{ id: staff_id, code: 'W-1', name: 'Wéldon Rao', status: 'active' }],
    });
    expect(answer[3]!.rows[0]).toMatchObject({ code: null, status: 'active' });
  });

  it('asks for every word, in any order', async () => {
    await plant.staff({ first_name: 'Asha', last_name: 'Rao' });
    await plant.staff({ first_name: 'Asha', last_name: 'Sen' });
    expect(names(await found('ra ASH'))).toEqual([['staff', 'Asha Rao']]);
    expect(await found('asha rao sen')).toEqual([]);
  });

  it('shows as many of a kind as asked for, in the order of its list, and whether there are more', async () => {
    for (const last_name of ['Orr', 'Abe', 'Moe']) await plant.staff({ first_name: 'Kim', last_name });
    const [two] = await found('kim', plant.admin, '&_limit=2');
    expect([two!.more, ...two!.rows.map(({ name }) => name)]).toEqual([true, 'Kim Abe', 'Kim Moe']);
    const [all] = await found('kim', plant.admin, '&_limit=3&kind=staff');
    expect([all!.more, all!.rows.length]).toEqual([false, 3]);
    expect(await found('kim', plant.admin, '&kind=skills')).toEqual([]);
  });

  it('shows a learner themselves, what is published, and no question', async () => {
    const { staff_id } = await plant.staff({ first_name: 'Weld', last_name: 'Self' });
    await plant.staff({ first_name: 'Weld', last_name: 'Other' });
    await plant.published({ code: 'W-OPEN', title: 'Weld, published' });
    await plant.training({ code: 'W-DRAFT', title: 'Weld, a draft' });
    await question('Weld?');
    expect(names(await found('weld', await plant.learner(staff_id)))).toEqual([
      ['staff', 'Weld Self'],
      ['trainings', 'Weld, published'],
    ]);
  });

  it('shows a manager their line, and a former member no longer', async () => {
    const line: Line = await openLine(plant);
    const rao = async () => (await found('rao', await line.signedIn('asha')))[0]!.rows.map(({ name }) => name);
    expect(await rao()).toEqual(['Asha Rao', 'Bala Rao', 'Chen Rao']);
    await plant.api.patch(`/api/staff/${line.bala}`, { manager_id: null });
    expect(await rao()).toEqual(['Asha Rao', 'Chen Rao']);
  });

  it('never shows another organisation’s', async () => {
    await plant.staff({ first_name: 'Weld', last_name: 'Here' });
    const other = await openPlant(running);
    expect(await found('weld', other.admin)).toEqual([]);
  });

  it('costs one statement a kind, however many there are', async () => {
    await plant.staff({ first_name: 'Weld', last_name: 'One' });
    expect(await statementsOfRequests(() => found('weld one'))).toHaveLength(1 + 5);
  });

  it('finds nothing by what has no word in it, and refuses what it does not understand by its name', async () => {
    expect(await found('***')).toEqual([]);
    for (const [query, field] of [
      ['', 'q'],
      ['q=a&q=b', 'q'],
      [`q=${'a'.repeat(201)}`, 'q'],
      ['q=a&kind=customers', 'kind'],
      ['q=a&_limit=0', '_limit'],
      ['q=a&_limit=21', '_limit'],
    ]) {
      const { status, body } = await plant.api.get(`/api/search?${query}`);
      expect([query, status, Object.keys(body.errors ?? {})]).toEqual([query, 422, [field]]);
    }
  });
});
