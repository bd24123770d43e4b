import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Fields } from '../../src/contract/fields';
import type { ResourceDefinition } from '../../src/contract/resource';
import { sortsOf } from '../../src/platform/definitions/list-query';
import { Database } from '../../src/platform/database/database';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { engine } from '../support/database';
import { openOrganisation, type Organisation } from '../support/organisation';
import { fillOrganisation, sizes, walk } from '../support/size';
import { statementsOfRequests } from '../support/statements';

type Definition = ResourceDefinition<Fields>;
const PAGE = 20;
/** Ten times its page, and the session's row (speed.md). */
const PAGE_READS = 10 * PAGE + 5;

/** Read over all organisations by platform staff alone, and small: a price list, and what each pays by it. */
const OF_NO_ORGANISATION = ['customers', 'subscribers', 'subscription-packages', 'support-messages'];

const contract = join(__dirname, '../../src/contract');
const definitions: Definition[] = readdirSync(contract)
  .filter((file) => file.endsWith('.resource.ts'))
  .flatMap((file) => Object.values(require(join(contract, file)) as Record<string, unknown>))
  .filter((value): value is Definition => typeof value === 'object' && value !== null && 'default_sort' in value)
  .filter((definition) => definition.id in definition.fields && !OF_NO_ORGANISATION.includes(definition.name));

/** Each list in its default order and by each sort that it offers, both ways round. */
const ORDERS = definitions.flatMap((definition) => [
  `/api/${definition.name}?`,
  ...[...sortsOf(definition), 'id'].flatMap((name) => [
    `/api/${definition.name}?_sort=${name}&_order=asc&`,
    `/api/${definition.name}?_sort=${name}&_order=desc&`,
  ]),
]);

describe('a large organisation', () => {
  let running: RunningApp;
  let organisation: Organisation;

  beforeAll(async () => {
    running = await startApp();
    organisation = await openOrganisation(running);
    if (engine === 'mariadb') await fillOrganisation(running, organisation, sizes);
  });
  afterAll(() => running.close());

  /** MariaDB says how many rows it read; SQLite says how it would go about it. */
  const tooDear = engine === 'mariadb' ? readsTooMany : sortsByHand;

  async function readsTooMany(path: string): Promise<string[]> {
    const { status, reads } = await walk(running, path, organisation.admin);
    const read = reads.filter(({ sql }) => !/COUNT\(/.test(sql)).reduce((sum, one) => sum + one.read, 0);
    return status === 200 && read <= PAGE_READS ? [] : [`${path}: ${status}, ${read} rows read`];
  }

  async function sortsByHand(path: string): Promise<string[]> {
    const sent = await statementsOfRequests(() => api(running, organisation.admin).get(path));
    const database = running.app.get(Database);
    const dear: string[] = [];
    for (const sql of sent.filter((text) => / ORDER BY /.test(text))) {
      const plan = await database.rows<{ detail: string }>(
        `EXPLAIN QUERY PLAN ${sql}`,
        [...sql.matchAll(/\?/g)].map(() => null),
      );
      const steps = plan.map(({ detail }) => detail);
      if (steps.some((step) => /^SCAN|USE TEMP B-TREE FOR ORDER BY/.test(step)))
        dear.push(`${path}: ${steps.join('; ')}`);
    }
    return dear;
  }

  it('is shown page by page, whatever list in whatever order, from no more rows than ten pages', async () => {
    const dear: string[] = [];
    for (const path of ORDERS) dear.push(...(await tooDear(`${path}_start=0&_end=${PAGE}`)));
    expect(dear).toEqual([]);
  });
});
