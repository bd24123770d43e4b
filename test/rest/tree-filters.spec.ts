import { RESOURCES } from '../../src/contract/resources';
import { treeReferencesOf } from '../../src/contract/tree-references';
import { startApp, type RunningApp } from '../support/app';
import { statementsOfRequests } from '../support/recorded-statements';
import { openPlant, type Plant } from '../support/plant';

describe('filters on a reference to a tree', () => {
  let running: RunningApp;
  let plant: Plant;
  let yard: string;
  let ramp: string;
  let gate: string;
  let office: string;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running);
    yard = await department('Yard');
    ramp = await department('Ramp', yard);
    gate = await department('Gate', ramp);
    office = await department('Office');
  });
  afterAll(() => running.close());

  const department = async (name: string, parent_id: string | null = null): Promise<string> =>
    (await plant.api.post('/api/departments', { name, parent_id })).body.id;
  /** Staff in the yard, on the ramp, at the gate, in the office, and without a department. */
  const createStaffInDepartments = async () => {
    const places = { Yara: yard, Rana: ramp, Gita: gate, Omar: office, Nils: null };
    for (const [first_name, department_id] of Object.entries(places))
      await plant.createStaff({ first_name, department_id });
  };
  const namesOf = (rows: readonly Record<string, string>[], field: string) => rows.map((row) => row[field]).toSorted();
  const staffBy = async (query: string) =>
    namesOf((await plant.api.get(`/api/staff?_end=100&${query}`)).body, 'first_name');

  it('take staff of a department with the departments below it', async () => {
    await createStaffInDepartments();
    expect(await staffBy(`department_id=${yard}`)).toEqual(['Gita', 'Rana', 'Yara']);
    expect(await staffBy(`department_id=${ramp}`)).toEqual(['Gita', 'Rana']);
    expect(await staffBy(`department_id=${gate}`)).toEqual(['Gita']);
    expect(await staffBy(`department_id=${ramp}&department_id=${office}`)).toEqual(['Gita', 'Omar', 'Rana']);
    expect(await staffBy(`department_id_in=${ramp},${office}`)).toEqual(['Gita', 'Omar', 'Rana']);
    const counted = await plant.api.get(`/api/staff?_end=1&department_id=${yard}`);
    expect([counted.body.length, counted.headers.get('x-total-count')]).toEqual([1, '3']);
  });

  it('exclude descendants, too; people without a department stay', async () => {
    await createStaffInDepartments();
    expect(await staffBy(`department_id_ne=${ramp}`)).toEqual(['Nils', 'Omar', 'Yara']);
    expect(await staffBy(`department_id_nin=${ramp},${office}`)).toEqual(['Nils', 'Yara']);
    expect(await staffBy(`department_id_ne=${ramp}&department_id_nin=${office}`)).toEqual(['Nils', 'Yara']);
    expect(await staffBy(`department_id_nin=${ramp}&department_id_null=false`)).toEqual(['Omar', 'Yara']);
    expect(await staffBy('department_id_null=true')).toEqual(['Nils']);
  });

  it('take the ids alone with include_below=false', async () => {
    await createStaffInDepartments();
    expect(await staffBy(`department_id=${yard}&include_below=false`)).toEqual(['Yara']);
    expect(await staffBy(`department_id_in=${yard},${ramp}&include_below=false`)).toEqual(['Rana', 'Yara']);
    expect(await staffBy(`department_id_ne=${ramp}&include_below=false`)).toEqual(['Gita', 'Nils', 'Omar', 'Yara']);
    expect(await staffBy(`department_id_nin=${yard},${ramp}&include_below=false`)).toEqual(['Gita', 'Nils', 'Omar']);
    expect(await staffBy(`department_id=${yard}&include_below=true`)).toEqual(['Gita', 'Rana', 'Yara']);
  });

  it('refuse include_below that is neither true nor false, and in a list without a tree', async () => {
    for (const path of ['staff?include_below=maybe', 'staff?include_below=true&include_below=false'])
      expect(await plant.api.get(`/api/${path}`)).toMatchObject({
        status: 400,
        body: { errors: { include_below: {} } },
      });
    expect((await plant.api.get('/api/skills?include_below=false')).status).toBe(400);
  });

  it('refuse _null that is neither true nor false', async () => {
    for (const value of ['1', 'no', 'True', ''])
      expect([value, await plant.api.get(`/api/staff?department_id_null=${value}`)]).toMatchObject([
        value,
        { status: 400, body: { errors: { department_id_null: ['department_id_null is true or false.'] } } },
      ]);
  });

  it('apply to the export of a list', async () => {
    await createStaffInDepartments();
    const exportFirstNames = async (query: string) =>
      (
        await (
          await fetch(`${running.url}/api/exports/staff?columns=first_name&${query}`, { headers: plant.admin })
        ).text()
      )
        .replace('\uFEFF', '')
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .toSorted();
    expect(await exportFirstNames(`department_id=${yard}`)).toEqual(['Gita', 'Rana', 'Yara']);
    expect(await exportFirstNames(`department_id_nin=${yard}`)).toEqual(['Nils', 'Omar']);
    expect(await exportFirstNames(`department_id=${yard}&include_below=false`)).toEqual(['Yara']);
  });

  it('find by words within a department and those below it', async () => {
    await createStaffInDepartments();
    expect(await staffBy(`q=gita&department_id=${yard}`)).toEqual(['Gita']);
    expect(await staffBy(`q=omar&department_id=${yard}`)).toEqual([]);
  });

  it('take the trainings of a category with the categories below it', async () => {
    const safety = (await plant.createCategory()).category_id;
    const trucks = (await plant.createCategory({ parent_id: safety })).category_id;
    const other = (await plant.createCategory()).category_id;
    for (const [title, category_id] of Object.entries({ Above: safety, Below: trucks, Other: other, None: null }))
      await plant.createTraining({ title, category_id });
    const titles = async (query: string) => namesOf((await plant.api.get(`/api/trainings?${query}`)).body, 'title');
    expect(await titles(`category_id=${safety}`)).toEqual(['Above', 'Below']);
    expect(await titles(`category_id_in=${safety},${other}`)).toEqual(['Above', 'Below', 'Other']);
    expect(await titles(`category_id_nin=${safety}`)).toEqual(['None', 'Other']);
    expect(await titles(`category_id_ne=${safety}&include_below=false`)).toEqual(['Below', 'None', 'Other']);
    expect(await titles(`category_id=${safety}&include_below=false`)).toEqual(['Above']);
  });

  it('let the preview of a bulk assignment name the categories of what was found', async () => {
    const above = await plant.createPublishedTraining();
    const below = await plant.createPublishedTraining();
    await plant.api.patch(`/api/training-categories/${below.category_id}`, { parent_id: above.category_id });
    const { body } = await plant.api.get(`/api/trainings?category_id=${above.category_id}&status=published`);
    const training_id = (body as { training_id: string }[]).map((row) => row.training_id);
    const order = { staff_id: [(await plant.createStaff()).staff_id], training_id };
    const preview = (await plant.api.post('/api/training-assignments/bulk/preview', order)).body;
    expect(preview).toMatchObject({ trainings: 2, pairs: 2 });
    expect(preview.category_id.toSorted()).toEqual([above.category_id, below.category_id].toSorted());
  });

  it('take what stands below a department or a category however deep', async () => {
    const below = async (query: string) => namesOf((await plant.api.get(`/api/departments?${query}`)).body, 'name');
    expect(await below(`parent_id=${yard}`)).toEqual(['Gate', 'Ramp']);
    expect(await below(`parent_id=${yard}&include_below=false`)).toEqual(['Ramp']);
    expect(await below(`parent_id_ne=${yard}`)).toEqual(['Office', 'Yard']);
    const safety = await plant.createCategory({ name: 'Safety' });
    const trucks = await plant.createCategory({ name: 'Trucks', parent_id: safety.category_id });
    await plant.createCategory({ name: 'Cranes', parent_id: trucks.category_id });
    const categories = await plant.api.get(`/api/training-categories?parent_id=${safety.category_id}`);
    expect(namesOf(categories.body, 'name')).toEqual(['Cranes', 'Trucks']);
  });

  it('take the assignment rules of a department with those of the departments below it', async () => {
    const { training_id } = await plant.createPublishedTraining();
    for (const [name, department_id] of Object.entries({ Above: yard, Below: gate, Office: office })) {
      const rule = { name, training_id: [training_id], department_id, active: false };
      expect((await plant.api.post('/api/assignment-rules', rule)).status).toBe(201);
    }
    const rules = async (query: string) =>
      namesOf((await plant.api.get(`/api/assignment-rules?${query}`)).body, 'name');
    expect(await rules(`department_id=${yard}`)).toEqual(['Above', 'Below']);
    expect(await rules(`department_id=${yard}&include_below=false`)).toEqual(['Above']);
  });

  it('find nothing by an unknown id or one of another organisation, and tell neither from the other', async () => {
    await createStaffInDepartments();
    const other = await openPlant(running);
    const foreign = (await other.api.post('/api/departments', { name: 'Theirs' })).body.id as string;
    await other.api.post('/api/departments', { name: 'Theirs below', parent_id: foreign });
    const unknown = '019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d';
    for (const id of [foreign, unknown]) {
      expect(await staffBy(`department_id=${id}`)).toEqual([]);
      expect(await staffBy(`department_id_nin=${id}`)).toEqual(['Gita', 'Nils', 'Omar', 'Rana', 'Yara']);
    }
  });

  it('show a manager only their own team', async () => {
    const { staff_id: manager_id } = await plant.createStaff({ first_name: 'Mara', department_id: yard });
    await plant.createStaff({ first_name: 'Tove', department_id: gate, manager_id });
    await createStaffInDepartments();
    const manager = plant.as(await plant.signIn({ role: 'user', staff_id: manager_id }));
    const { body } = await manager.get(`/api/staff?department_id=${yard}`);
    expect(namesOf(body, 'first_name')).toEqual(['Mara', 'Tove']);
  });

  it('read the tree once, however large it is, and not at all where it is not asked for', async () => {
    await createStaffInDepartments();
    const treeReads = async (query: string) =>
      (await statementsOfRequests(() => plant.api.get(`/api/staff?${query}`))).filter((statement) =>
        /FROM \W?department\W/.test(statement),
      ).length;
    expect(await treeReads(`department_id=${yard}&department_id=${office}`)).toBe(1);
    expect(await treeReads('department_id_null=true')).toBe(0);
    expect(await treeReads(`department_id=${yard}&include_below=false`)).toBe(0);
  });

  it('are documented for every list that has them, and for its export', async () => {
    const document = (await (await fetch(`${running.url}/api/docs-json`)).json()) as {
      paths: Record<string, { get: { parameters: { name: string; description: string }[] } }>;
    };
    const lists = RESOURCES.filter((definition) => treeReferencesOf(definition).length > 0);
    expect(lists.map(({ name }) => name).toSorted()).toEqual([
      'assignment-rules',
      'departments',
      'staff',
      'training-categories',
      'trainings',
    ]);
    for (const definition of lists) {
      for (const path of [`/api/${definition.name}`, `/api/exports/${definition.name}`]) {
        const parameters = document.paths[path]!.get.parameters;
        expect(parameters.map(({ name }) => name)).toContain('include_below');
        for (const field of treeReferencesOf(definition))
          expect(parameters.find(({ name }) => name === field)!.description).toContain('below');
      }
    }
    expect(document.paths['/api/skills']!.get.parameters.map(({ name }) => name)).not.toContain('include_below');
  });
});
