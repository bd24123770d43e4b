import { prepared, type Prepared } from '../support/durable';
import { OwnMariaDb } from '../support/own-mariadb';
import { spawnProcess } from '../support/process';

describe('a process whose database server refuses it', () => {
  let server: OwnMariaDb;
  let given: Prepared;
  beforeAll(async () => {
    server = await OwnMariaDb.create();
    await server.start();
    given = await prepared({ url: server.url, drop: async () => undefined });
  });
  afterAll(async () => {
    await given?.forget();
    await server?.forget();
  });

  it('ends with one line when the account or the name is wrong: waiting mends neither', async () => {
    const names = new URL(given.env['DATABASE_URL']!);
    names.pathname = '/no_such_database';
    const account = new URL(given.env['DATABASE_URL']!);
    account.password = 'a-wrong-password';
    account.username = 'nobody';
    for (const url of [names, account]) {
      const process = await spawnProcess({ ...given.env, DATABASE_URL: url.toString(), LOG_LEVEL: 'silent' });
      await expect(process.ready).rejects.toThrow(/ended with 1: Configuration: DATABASE_URL names a/);
      expect(process.output().trim().split('\n')).toHaveLength(1);
      expect(process.output()).not.toContain('a-wrong-password');
    }
  });
});
