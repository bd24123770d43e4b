import { startApp, type RunningApp } from '../support/app';
import { createReportingLine, type ReportingLine } from '../support/reporting-line';
import { openPlant, type Plant } from '../support/plant';
import { statementsOfRequests } from '../support/recorded-statements';

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

  const search = async (q: string, as = plant.admin, more = ''): Promise<Answer> => {
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
    const { staff_id } = await plant.createStaff({ staff_code: 'W-1', first_name: 'Wéldon', last_name: 'Rao' });
    await plant.createTraining({ code: 'WELD-1', title: 'MIG Welding' });
    await plant.createSkill({ skill_code: 'MIG', name: 'Welding' });
    await plant.createCategory({ code: 'HOT', name: 'Hot work: weld and cut' });
    expect((await question('May one **weld** in the rain?')).status).toBe(201);
    await plant.createTraining({ code: 'CUT-1', title: 'Cutting' });
    const answer = await search('weld');
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

  it('requires every word, in any order', async () => {
    await plant.createStaff({ first_name: 'Asha', last_name: 'Rao' });
    await plant.createStaff({ first_name: 'Asha', last_name: 'Sen' });
    expect(names(await search('ra ASH'))).toEqual([['staff', 'Asha Rao']]);
    expect(await search('asha rao sen')).toEqual([]);
  });

  it('shows as many of a kind as asked for, in the order of its list, and whether there are more', async () => {
    for (const last_name of ['Orr', 'Abe', 'Moe']) await plant.createStaff({ first_name: 'Kim', last_name });
    const [two] = await search('kim', plant.admin, '&_limit=2');
    expect([two!.more, ...two!.rows.map(({ name }) => name)]).toEqual([true, 'Kim Abe', 'Kim Moe']);
    const [all] = await search('kim', plant.admin, '&_limit=3&kind=staff');
    expect([all!.more, all!.rows.length]).toEqual([false, 3]);
    expect(await search('kim', plant.admin, '&kind=skills')).toEqual([]);
  });

  it('shows a learner themselves, what is published, and no question', async () => {
    const { staff_id } = await plant.createStaff({ first_name: 'Weld', last_name: 'Self' });
    await plant.createStaff({ first_name: 'Weld', last_name: 'Other' });
    await plant.createPublishedTraining({ code: 'W-OPEN', title: 'Weld, published' });
    await plant.createTraining({ code: 'W-DRAFT', title: 'Weld, a draft' });
    await question('Weld?');
    expect(names(await search('weld', await plant.signInLearner(staff_id)))).toEqual([
      ['staff', 'Weld Self'],
      ['trainings', 'Weld, published'],
    ]);
  });

  it('shows a manager their line, and a former member no longer', async () => {
    const line: ReportingLine = await createReportingLine(plant);
    const rao = async () => (await search('rao', await line.signIn('asha')))[0]!.rows.map(({ name }) => name);
    expect(await rao()).toEqual(['Asha Rao', 'Bala Rao', 'Chen Rao']);
    await plant.api.patch(`/api/staff/${line.bala}`, { manager_id: null });
    expect(await rao()).toEqual(['Asha Rao', 'Chen Rao']);
  });

  it('never shows another organisation’s', async () => {
    await plant.createStaff({ first_name: 'Weld', last_name: 'Here' });
    const other = await openPlant(running);
    expect(await search('weld', other.admin)).toEqual([]);
  });

  it('costs one statement a kind, however many there are', async () => {
    await plant.createStaff({ first_name: 'Weld', last_name: 'One' });
    expect(await statementsOfRequests(() => search('weld one'))).toHaveLength(1 + 5);
  });

  it('finds nothing without a word, and refuses invalid parameters by name', async () => {
    expect(await search('***')).toEqual([]);
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
