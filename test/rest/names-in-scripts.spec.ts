import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';

/** As lists sort them; of each script some that differ in what its readers read, or in what they pass over. */
const NAMES = [
  ...['Arger', 'Ärger', 'Đào', 'Emile', 'Émile', 'İsmet', 'Işık', 'Lukasz', 'Łukasz', 'Nguyễn', 'Sorensen', 'Sørensen'],
  ...['Strasser', 'Straßer', 'Zoe'],
  ...['Γιωργος', 'Γιώργος'],
  ...['Андреи', 'Андрей', 'Петр', 'Пётр'],
  ...['Արամ', 'שלום', 'שָׁלוֹם', 'محمد', 'مُحَمَّد'],
  ...['मन', 'मीना', 'मोना', 'কমল', 'কামাল', 'கமலா', 'கோமல'],
  ...['กา', 'กี', 'ကို', 'მარი', 'កា', 'កី', 'ガード', 'カード'],
  ...['王芳', '김민', '기민'],
];

describe('people of many scripts', () => {
  let running: RunningApp;
  let plant: Plant;
  beforeAll(async () => {
    running = await startApp();
    plant = await openPlant(running);
    for (const first_name of NAMES.toReversed()) await plant.staff({ first_name, last_name: 'Same' });
  });
  afterAll(() => running.close());

  const found = async (query: Readonly<Record<string, string>>): Promise<string[]> => {
    const asked = new URLSearchParams({ _end: '200', _sort: 'first_name', last_name: 'same', ...query });
    const { status, body } = await plant.api.get(`/api/staff?${asked}`);
    expect([query, status]).toEqual([query, 200]);
    return body.map((row: { first_name: string }) => row.first_name);
  };

  it('are sorted alike on both engines: by the folded name, then by the name itself', async () => {
    const sorted = await found({});
    const latin = NAMES.slice(0, 15);
    expect(sorted.slice(0, 15)).toEqual([...latin.slice(0, 5), 'Işık', 'İsmet', ...latin.slice(7)]);
    const others = NAMES.slice(15);
    expect(sorted.slice(15).toSorted()).toEqual(others.toSorted());
    expect(await found({ _order: 'desc' })).toEqual(sorted.toReversed());
    const place = (name: string) => sorted.indexOf(name);
    for (const [one, other] of [
      ['Γιωργος', 'Γιώργος'],
      ['Андреи', 'Андрей'],
      ['Петр', 'Пётр'],
      ['שלום', 'שָׁלוֹם'],
      ['محمد', 'مُحَمَّد'],
      ['मन', 'मीना'],
      ['กา', 'กี'],
      ['カード', 'ガード'],
      ['기민', '김민'],
    ] as const)
      expect([one, other, place(one) < place(other)]).toEqual([one, other, true]);
    // Scripts stand in the order of Unicode.
    const scripts = [
      'Zoe',
      'Γιωργος',
      'Андреи',
      'Արամ',
      'שלום',
      'محمد',
      'मन',
      'কমল',
      'கமலா',
      'กา',
      'ကို',
      'მარი',
      'កា',
      'カード',
      '王芳',
      '기민',
    ];
    expect(scripts.toSorted((a, b) => place(a) - place(b))).toEqual(scripts);
  });

  it.each([
    ['lukasz', ['Lukasz', 'Łukasz']],
    ['ŁUKASZ', ['Lukasz', 'Łukasz']],
    ['sorensen', ['Sorensen', 'Sørensen']],
    ['strasser', ['Strasser', 'Straßer']],
    ['STRASS', ['Strasser', 'Straßer']],
    ['arg', ['Arger', 'Ärger']],
    ['dao', ['Đào']],
    ['isik', ['Işık']],
    ['ismet', ['İsmet']],
    ['nguyen', ['Nguyễn']],
    ['γιωργοσ', ['Γιωργος', 'Γιώργος']],
    ['андрей', ['Андрей']],
    ['петр', ['Петр', 'Пётр']],
    ['ԱՐԱՄ', ['Արամ']],
    ['ᲛᲐᲠᲘ', ['მარი']],
    ['שלום', ['שלום', 'שָׁלוֹם']],
    ['محمد', ['محمد', 'مُحَمَّد']],
    ['मीना', ['मीना']],
    ['मोना', ['मोना']],
    ['मन', ['मन']],
    ['কমল', ['কমল']],
    ['கமலா', ['கமலா']],
    ['กี', ['กี']],
    ['កី', ['កី']],
    ['ကို', ['ကို']],
    ['ガード', ['ガード']],
    ['ｶﾞｰﾄﾞ', ['ガード']],
    ['カード', ['カード']],
    ['芳', ['王芳']],
    ['김', ['김민']],
  ])('%s finds %j by words, by a beginning and by a part', async (asked, names) => {
    expect(await found({ q: asked })).toEqual(names);
    expect(await found({ first_name_like: asked })).toEqual(names);
    if (asked !== '芳') expect(await found({ first_name_startswith: asked })).toEqual(names);
  });

  it('are filtered by exactly a name, in any case and composition', async () => {
    for (const name of NAMES) {
      expect(await found({ first_name: name })).toEqual([name]);
      expect(await found({ first_name: name.normalize('NFD') })).toEqual([name]);
      expect(await found({ first_name_in: name })).toEqual([name]);
      expect((await found({ first_name_ne: name })).length).toBe(NAMES.length - 1);
    }
    expect(await found({ first_name: 'ÉMILE' })).toEqual(['Émile']);
    expect(await found({ first_name: 'ŁUKASZ' })).toEqual(['Łukasz']);
    expect(await found({ first_name_in: 'emile,мина,मीना,ガード' })).toEqual(['Emile', 'मीना', 'ガード']);
    const rest = await found({ first_name_nin: 'emile,मीना' });
    expect(rest).toHaveLength(NAMES.length - 2);
    expect(rest).toContain('Émile');
  });

  it('page by page in the same order', async () => {
    const whole = await found({});
    const seen: string[] = [];
    for (let after = ''; seen.length < whole.length;) {
      const { body, headers } = await plant.api.get(
        `/api/staff?last_name=same&_sort=first_name&_end=7${after && `&_after=${encodeURIComponent(after)}`}`,
      );
      seen.push(...body.map((row: { first_name: string }) => row.first_name));
      after = String(headers.get('x-page-last'));
    }
    expect(seen).toEqual(whole);
  });

  it('is in the search box as in the list', async () => {
    const box = async (q: string) => {
      const { body } = await plant.api.get(`/api/search?q=${encodeURIComponent(q)}&kind=staff`);
      return body.found.flatMap(({ rows }: { rows: { name: string }[] }) => rows.map(({ name }) => name));
    };
    expect(await box('मीना')).toEqual(['मीना Same']);
    expect(await box('ガード')).toEqual(['ガード Same']);
    expect((await box('lukasz')).length).toBe(2);
  });

  it('names of trainings, departments and questions likewise', async () => {
    const title = `${'é'.repeat(150)}1`;
    await plant.training({ title });
    await plant.training({ title: title.replace('é1', 'e1') });
    const of = async (path: string) => (await plant.api.get(path)).body.map((row: any) => row.title ?? row.name);
    expect(await of(`/api/trainings?title=${encodeURIComponent(title)}`)).toEqual([title]);
    expect(await of(`/api/trainings?title_like=${'e'.repeat(149)}`)).toHaveLength(2);
    for (const name of ['मीना हॉल', 'मोना हॉल', 'Łódź']) await plant.api.post('/api/departments', { name });
    expect(await of(`/api/departments?name=${encodeURIComponent('मीना हॉल')}`)).toEqual(['मीना हॉल']);
    expect(await of('/api/departments?q=lodz')).toEqual(['Łódź']);
    expect(await of('/api/departments?name=lodz')).toEqual([]);
  });
});
