import { LANGUAGE_CODES } from '../../src/contract/languages';
import { RESOURCES } from '../../src/contract/resources';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fileOf } from '../support/file';
import { given, type Registered } from '../support/given';
import { imports } from '../support/imports';
import type { Organisation } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';

/** Texts of one line that spreadsheets, CSV or this product could take for something else. */
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
  let owner: Registered;
  let plant: Plant;
  beforeAll(async () => {
    running = await startApp();
    owner = await given(running).organisation({ name: 'Nordwerk', staffLimit: 200, trainingLimit: 200 });
    plant = await openPlant(running, {}, owner as unknown as Organisation);
    await fill();
  });
  afterAll(() => running.close());

  const made = async (resource: string, body: object): Promise<string> => {
    const answer = await api(running, owner.admin).post(`/api/${resource}`, body);
    expect([resource, body, answer.status, answer.body]).toEqual([resource, body, 201, answer.body]);
    return answer.body.id;
  };

  /** One record of each list for each awkward text, which refers to others that are called so, too. */
  async function fill(): Promise<void> {
    let [department, category, manager]: (string | undefined)[] = [];
    for (const [at, text] of AWKWARD.entries()) {
      department = await made('departments', { name: text, parent_id: department });
      const job_role_id = await made('job-roles', { name: text });
      // A name is another one's code.
      category = await made('training-categories', {
        ...{ code: AWKWARD.at(at - 1), name: text, parent_id: category, description: LINES[at], color: '#403098' },
      });
      await made('training-locations', { code: text, name: text, address: LINES[at]!.split('\n')[0], seats: at + 1 });
      const person = { first_name: text, last_name: at % 2 ? text : '', joined: '2024-03-01' };
      manager = await made('staff', {
        ...{ ...person, staff_code: text, department_id: department, job_role_id, manager_id: manager },
        ...{ email: `o'hara+${at}@example.org`, mobile: '+49 40 1234', time_zone: 'Asia/Kolkata', language: 'de' },
      });
      const skill_id = await made('skills', {
        ...{ skill_code: AWKWARD.at(at - 1), name: text, description: LINES[at], skill_group: text, min_level: 2 },
      });
      const from = { skill_id, level: 2, from_date: '2024-03-01' };
      await made('skill-targets', { ...from, staff_id: manager, reason: LINES[at], to_date: '2030-12-31' });
      await made('role-targets', { ...from, job_role_id });
      await made('skill-evidence', {
        ...{ staff_id: manager, skill_id, kind: 'assessment', level: 2, effective_date: '2024-04-01', note: LINES[at] },
      });
      await made('trainings', {
        ...{ code: text, title: text, category_id: category, type: 'link', description: LINES[at] },
        ...{ source_url: 'https://example.org/?a=1,2;3&b="x"'.replaceAll('"', '%22'), estimated_minutes: 12 },
      });
      if (at > 2) continue;
      const training = await plant.published({ code: `${text}!`, title: `${text}!` });
      await plant.assign([manager], [training.training_id]);
    }
  }

  it.each(LISTS.flatMap((list) => FORMATS.map((format) => [list, format] as const)))(
    'of all that the list of %s has exported (%s), in a language that changes, changes nothing',
    async (list, format) => {
      const lang = LANGUAGE_CODES[(LISTS.indexOf(list) + FORMATS.indexOf(format)) % LANGUAGE_CODES.length]!;
      const query = format === 'csv for spreadsheets' ? `format=csv&csv_for=${lang}` : `format=${format}`;
      const { bytes } = await fileOf(running, `/api/exports/${list}?${query}&lang=${lang}`, owner.admin);
      const its = imports(running, owner.admin);
      const { import_id, counts, rows } = await its.checked(list, bytes);
      const otherwise = (await its.rows(import_id)).filter(({ outcome }) => outcome !== 'skip');
      expect(otherwise.map(({ name, changes, reasons }) => ({ name, changes, reasons }))).toEqual([]);
      expect(rows).toBeGreaterThan(2);
      expect(counts).toEqual({ create: 0, update: 0, skip: rows, error: 0 });
    },
  );
});
