import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { given } from '../support/given';
import { operationsOf } from '../support/openapi';
import { openWorld } from '../support/world';

/** A change takes fields one by one: each is emptied alone here, where hostile-input empties it among fitting others. */
describe('null', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it('as the only value of a body is taken or refused on every operation, never a fault', async () => {
    const { plant, learner, ids } = await openWorld(running);
    // With accounts of their own, which those of the world have not.
    const registered = (await given(running).organisation()).admin;
    const platform = (await given(running).platformStaff()).headers;
    const wrong: string[] = [];
    let sent = 0;
    for (const { method, path, body, media } of await operationsOf(running)) {
      if (!body?.properties || media !== 'application/json') continue;
      const at = path.replaceAll(/\{\w+\}/g, ids[path.slice(0, path.indexOf('/{'))] ?? '1');
      for (const name of Object.keys(body.properties)) {
        for (const who of [plant.admin, learner, registered, platform]) {
          const { status } = await api(running, who).call(method, at, { [name]: null });
          sent += 1;
          if (status >= 500) wrong.push(`${method} ${path} {"${name}": null}: ${status}`);
        }
      }
    }
    expect(sent).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
  });
});
