import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';

/** First names in list order. Per writing system, some differ in letters and some only in marks. */
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

describe('first names in many writing systems', () => {
  let running: RunningApp;
  let plant: Plant;
  beforeAll(async () => {
    running = await startApp();
    plant = await openPlant(running);
    for (const first_name of NAMES.toReversed()) await plant.createStaff({ first_name, last_name: 'Same' });
  });
  afterAll(() => running.close());

  const findFirstNames = async (query: Readonly<Record<string, string>>): Promise<string[]> => {
    const params = new URLSearchParams({ _end: '200', _sort: 'first_name', last_name: 'same', ...query });
    const { status, body } = await plant.api.get(`/api/staff?${params}`);
    expect([query, status]).toEqual([query, 200]);
    return body.map((row: { first_name: string }) => row.first_name);
  };

  it('are sorted alike on both engines: by the normalized name, then by the name itself', async () => {
    const sorted = await findFirstNames({});
    const latin = NAMES.slice(0, 15);
    expect(sorted.slice(0, 15)).toEqual([...latin.slice(0, 5), 'Işık', 'İsmet', ...latin.slice(7)]);
    const others = NAMES.slice(15);
    expect(sorted.slice(15).toSorted()).toEqual(others.toSorted());
    expect(await findFirstNames({ _order: 'desc' })).toEqual(sorted.toReversed());
    const positionOf = (name: string) => sorted.indexOf(name);
    for (const [first, second] of [
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
      expect([first, second, positionOf(first) < positionOf(second)]).toEqual([first, second, true]);
    // Writing systems sort in Unicode order.
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
    expect(scripts.toSorted((a, b) => positionOf(a) - positionOf(b))).toEqual(scripts);
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
  ])('%s finds %j by search word, by prefix and by substring', async (term, names) => {
    expect(await findFirstNames({ q: term })).toEqual(names);
    expect(await findFirstNames({ first_name_like: term })).toEqual(names);
    if (term !== '芳') expect(await findFirstNames({ first_name_startswith: term })).toEqual(names);
  });

  it('are filtered by exactly a name, in any case and composition', async () => {
    for (const name of NAMES) {
      expect(await findFirstNames({ first_name: name })).toEqual([name]);
      expect(await findFirstNames({ first_name: name.normalize('NFD') })).toEqual([name]);
      expect(await findFirstNames({ first_name_in: name })).toEqual([name]);
      expect((await findFirstNames({ first_name_ne: name })).length).toBe(NAMES.length - 1);
    }
    expect(await findFirstNames({ first_name: 'ÉMILE' })).toEqual(['Émile']);
    expect(await findFirstNames({ first_name: 'ŁUKASZ' })).toEqual(['Łukasz']);
    expect(await findFirstNames({ first_name_in: 'emile,мина,मीना,ガード' })).toEqual(['Emile', 'मीना', 'ガード']);
    const rest = await findFirstNames({ first_name_nin: 'emile,मीना' });
    expect(rest).toHaveLength(NAMES.length - 2);
    expect(rest).toContain('Émile');
  });

  it('are paged in the same order', async () => {
    const allNames = await findFirstNames({});
    const collected: string[] = [];
    for (let after = ''; collected.length < allNames.length;) {
      const { body, headers } = await plant.api.get(
        `/api/staff?last_name=same&_sort=first_name&_end=7${after && `&_after=${encodeURIComponent(after)}`}`,
      );
      collected.push(...body.map((row: { first_name: string }) => row.first_name));
      after = String(headers.get('x-page-last'));
    }
    expect(collected).toEqual(allNames);
  });

  it('are found by the search box as by the list', async () => {
    const searchStaff = async (q: string) => {
      const { body } = await plant.api.get(`/api/search?q=${encodeURIComponent(q)}&kind=staff`);
      return body.found.flatMap(({ rows }: { rows: { name: string }[] }) => rows.map(({ name }) => name));
    };
    expect(await searchStaff('मीना')).toEqual(['मीना Same']);
    expect(await searchStaff('ガード')).toEqual(['ガード Same']);
    expect((await searchStaff('lukasz')).length).toBe(2);
  });

  it('follow the same rules as names of trainings and departments', async () => {
    const title = `${'é'.repeat(150)}1`;
    await plant.createTraining({ title });
    await plant.createTraining({ title: title.replace('é1', 'e1') });
    const fetchNames = async (path: string) =>
      (await plant.api.get(path)).body.map((row: any) => row.title ?? row.name);
    expect(await fetchNames(`/api/trainings?title=${encodeURIComponent(title)}`)).toEqual([title]);
    expect(await fetchNames(`/api/trainings?title_like=${'e'.repeat(149)}`)).toHaveLength(2);
    for (const name of ['मीना हॉल', 'मोना हॉल', 'Łódź']) await plant.api.post('/api/departments', { name });
    expect(await fetchNames(`/api/departments?name=${encodeURIComponent('मीना हॉल')}`)).toEqual(['मीना हॉल']);
    expect(await fetchNames('/api/departments?q=lodz')).toEqual(['Łódź']);
    expect(await fetchNames('/api/departments?name=lodz')).toEqual([]);
  });
});
