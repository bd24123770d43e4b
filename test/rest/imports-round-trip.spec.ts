import { LANGUAGE_CODES } from '../../src/contract/languages';
import { RESOURCES } from '../../src/contract/resources';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { downloadFile } from '../support/downloaded-file';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { importClient } from '../support/imports';
import type { Organisation } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';

/** One-line texts that spreadsheets, CSV or this product could misread. */
const AWKWARD = [
  ...['=1+1', '+49 40 1234', '-5', '@home', '＝2+2', "'s-Gravenhage", "'quoted'", '"quoted"', 'a "b" c', '3" pipe'],
  ...['a, b; c | d', 'Größe Ünter', 'الوردية (ABC) ١٢', '质量', ' spaced ', '007', '0', '1,5', '1.200', '1e5', 'TRUE'],
  ...['03/04/2024', '2024-03-01', '_x000D_', '<b>&amp;</b>', '\\', 'null', '\u{1F600}', 'e\u0301'],
];
const LINES = AWKWARD.map((text) => `${text}\n\n${text}\r\n- ${text}`);
const LISTS = RESOURCES.filter(({ imported_by }) => imported_by).map(({ name }) => name);
const FORMATS = ['csv', 'csv for spreadsheets', 'xlsx'] as const;

describe('an import', () => {
  let running: RunningApp;
  let owner: RegisteredOrganisation;
  let plant: Plant;
  beforeAll(async () => {
    running = await startApp();
    owner = await fixtures(running).organisation({ name: 'Nordwerk', staffLimit: 200, trainingLimit: 200 });
    plant = await openPlant(running, {}, owner as unknown as Organisation);
    await createAwkwardRecords();
  });
  afterAll(() => running.close());

  const createRecord = async (resource: string, body: object): Promise<string> => {
    const answer = await api(running, owner.admin).post(`/api/${resource}`, body);
    expect([resource, body, answer.status, answer.body]).toEqual([resource, body, 201, answer.body]);
    return answer.body.id;
  };

  /** Creates a record in each list for each awkward text, with references to other such records. */
  async function createAwkwardRecords(): Promise<void> {
    let [department, category, manager]: (string | undefined)[] = [];
    for (const [index, text] of AWKWARD.entries()) {
      department = await createRecord('departments', { name: text, parent_id: department });
      const job_role_id = await createRecord('job-roles', { name: text });
      // A name that equals the code of another record.
      category = await createRecord('training-categories', {
        code: AWKWARD.at(index - 1),
        name: text,
        parent_id: category,
        description: LINES[index],
        color: '#403098',
      });
      await createRecord('training-locations', {
        code: text,
        name: text,
        address: LINES[index]!.split('\n')[0],
        seats: index + 1,
      });
      const person = { first_name: text, last_name: index % 2 ? text : '', joined: '2024-03-01' };
      manager = await createRecord('staff', {
        ...person,
        staff_code: text,
        department_id: department,
        job_role_id,
        manager_id: manager,
        email: `o'hara+${index}@example.org`,
        mobile: '+49 40 1234',
        time_zone: 'Asia/Kolkata',
        language: 'de',
      });
      const skill_id = await createRecord('skills', {
        skill_code: AWKWARD.at(index - 1),
        name: text,
        description: LINES[index],
        skill_group: text,
        min_level: 2,
      });
      const targetInput = { skill_id, level: 2, from_date: '2024-03-01' };
      await createRecord('skill-targets', {
        ...targetInput,
        staff_id: manager,
        reason: LINES[index],
        to_date: '2030-12-31',
      });
      await createRecord('role-targets', { ...targetInput, job_role_id });
      await createRecord('skill-evidence', {
        staff_id: manager,
        skill_id,
        kind: 'assessment',
        level: 2,
        effective_date: '2024-04-01',
        note: LINES[index],
      });
      await createRecord('trainings', {
        code: text,
        title: text,
        category_id: category,
        type: 'link',
        description: LINES[index],
        source_url: 'https://example.org/?a=1,2;3&b="x"'.replaceAll('"', '%22'),
        estimated_minutes: 12,
      });
      if (index > 2) continue;
      const training = await plant.createPublishedTraining({ code: `${text}!`, title: `${text}!` });
      await plant.assign([manager], [training.training_id]);
    }
  }

  it.each(LISTS.flatMap((list) => FORMATS.map((format) => [list, format] as const)))(
    'of an exported list of %s (%s) in any language changes nothing',
    async (list, format) => {
      const lang = LANGUAGE_CODES[(LISTS.indexOf(list) + FORMATS.indexOf(format)) % LANGUAGE_CODES.length]!;
      const query = format === 'csv for spreadsheets' ? `format=csv&csv_for=${lang}` : `format=${format}`;
      const { bytes } = await downloadFile(running, `/api/exports/${list}?${query}&lang=${lang}`, owner.admin);
      const client = importClient(running, owner.admin);
      const { import_id, counts, rows } = await client.sendAndCheck(list, bytes);
      const changedRows = (await client.rows(import_id)).filter(({ outcome }) => outcome !== 'skip');
      expect(changedRows.map(({ name, changes, reasons }) => ({ name, changes, reasons }))).toEqual([]);
      expect(rows).toBeGreaterThan(2);
      expect(counts).toEqual({ create: 0, update: 0, skip: rows, error: 0 });
    },
  );
});
