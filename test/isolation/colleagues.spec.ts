import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { operationsOf } from '../support/openapi';
import type { Headers } from '../support/organisation';
import { ACCESS_MATRIX } from '../support/access-matrix';
import { createFullOrganisation, type FullOrganisation } from '../support/full-organisation';

/** Resources with personal rows (`self` in the access matrix). */
const PERSONAL = [
  '/api/staff',
  '/api/training-assignments',
  '/api/attempts',
  '/api/skill-evidence',
  '/api/skill-targets',
  '/api/enrolment-requests',
];

describe.each(['learner', 'manager'])('the result of a query by a %s', (role) => {
  let running: RunningApp;
  let organisation: FullOrganisation;
  let colleague: Headers;
  let ownStaffId: string;
  beforeAll(async () => {
    running = await startApp();
    organisation = await createFullOrganisation(running);
    ownStaffId = (await organisation.plant.createStaff()).staff_id;
    colleague = await organisation.plant.signInLearner(ownStaffId);
    // Manages another person: the hierarchy must not reveal other rows.
    if (role === 'manager') await organisation.plant.createStaff({ manager_id: ownStaffId });
  });
  afterAll(() => running.close());

  /** Queries that could reach rows of a colleague, with every operator. */
  const hostileQueries = (name: string): string[] => {
    const { ids } = organisation;
    if (name === 'q') return ['q=a', 'q=%25', 'q=_'];
    const colleagueIds = PERSONAL.map((prefix) => ids[prefix]!);
    if (name === 'id') return colleagueIds.flatMap((id) => [`id=${id}`, `id=${ownStaffId}&id=${id}`]);
    if (!/staff|manager|_by$/.test(name)) return [];
    const idRange = '00000000-0000-7000-8000-000000000000,ffffffff-ffff-7fff-bfff-ffffffffffff';
    return [
      `${name}=${colleagueIds[0]}`,
      `${name}=${ownStaffId}&${name}=${colleagueIds[0]}`,
      `${name}_in=${ownStaffId},${colleagueIds[0]}`,
      `${name}_ne=${ownStaffId}`,
      `${name}_nin=${ownStaffId}`,
      `${name}_null=false`,
      `${name}_between=${idRange}`,
      `${name}_gte=${idRange.slice(0, 36)}`,
    ];
  };

  it('never contains a row of a colleague, with any parameter and operator', async () => {
    const leaks: string[] = [];
    let requestCount = 0;
    const operations = (await operationsOf(running)).filter(
      ({ id, method, path }) => method === 'GET' && !path.includes('{') && ACCESS_MATRIX.get(id)?.user === 'self',
    );
    for (const { path, parameters } of operations) {
      const names = new Set(parameters.filter((each) => each.in === 'query').map(({ name }) => name));
      for (const query of ['', ...[...names].flatMap(hostileQueries)]) {
        const { status, body } = await api(running, colleague).get(`${path}?${query}`);
        requestCount++;
        if (status > 499) leaks.push(`${path}?${query} ${status}`);
        const text = status === 200 ? JSON.stringify(body) : '';
        for (const prefix of PERSONAL)
          if (text.includes(organisation.ids[prefix]!)) leaks.push(`${path}?${query} shows ${prefix}`);
      }
    }
    expect(leaks).toEqual([]);
    expect(requestCount).toBeGreaterThan(150);
  });

  it('contains the own rows', async () => {
    const learner = api(running, organisation.learner);
    for (const prefix of PERSONAL)
      expect([prefix, JSON.stringify((await learner.get(prefix)).body).includes(organisation.ids[prefix]!)]).toEqual([
        prefix,
        true,
      ]);
  });
});
