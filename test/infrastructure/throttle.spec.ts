import { Database } from '../../src/infrastructure/database/database';
import { startApp, type RunningApp } from '../support/app';
import { testThrottling } from '../support/throttling';

describe('throttle, counted in the database', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  testThrottling(() => running);

  it('stores no address and no name in plain text', async () => {
    const rows = await running.app.get(Database).rows('SELECT * FROM throttle_counter');
    expect(rows.length).toBeGreaterThan(3);
    expect(JSON.stringify(rows)).not.toMatch(/asha|plant|10\.0\.0/);
  });
});
