import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures } from '../support/fixtures';
import { operationsOf } from '../support/openapi';
import { createFullOrganisation } from '../support/full-organisation';

/** Changes accept single fields: here each is null alone; hostile-input sends null among other fields. */
describe('null', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it('as the only value of a body never causes a 5xx on any operation', async () => {
    const { plant, learner, ids } = await createFullOrganisation(running);
    // These have real accounts, unlike those of the other fixture.
    const registered = (await fixtures(running).organisation()).admin;
    const platform = (await fixtures(running).platformStaff()).headers;
    const faults: string[] = [];
    let sent = 0;
    for (const { method, path, body, media } of await operationsOf(running)) {
      if (!body?.properties || media !== 'application/json') continue;
      const target = path.replaceAll(/\{\w+\}/g, ids[path.slice(0, path.indexOf('/{'))] ?? '1');
      for (const name of Object.keys(body.properties)) {
        for (const headers of [plant.admin, learner, registered, platform]) {
          const { status } = await api(running, headers).call(method, target, { [name]: null });
          sent += 1;
          if (status >= 500) faults.push(`${method} ${path} {"${name}": null}: ${status}`);
        }
      }
    }
    expect(sent).toBeGreaterThan(200);
    expect(faults).toEqual([]);
  });
});
