import { prepareOrganisation, type PreparedOrganisation } from '../support/durability';
import { TestMariaDb } from '../support/test-mariadb';
import { spawnProcess } from '../support/product-process';

describe('a process whose database server refuses it', () => {
  let server: TestMariaDb;
  let prepared: PreparedOrganisation;
  beforeAll(async () => {
    server = await TestMariaDb.create();
    await server.start();
    prepared = await prepareOrganisation({ url: server.url, drop: async () => undefined });
  });
  afterAll(async () => {
    await prepared?.cleanUp();
    await server?.cleanUp();
  });

  it('ends with one line when the account or the database name is wrong', async () => {
    const withUnknownDatabase = new URL(prepared.env['DATABASE_URL']!);
    withUnknownDatabase.pathname = '/no_such_database';
    const withWrongAccount = new URL(prepared.env['DATABASE_URL']!);
    withWrongAccount.password = 'a-wrong-password';
    withWrongAccount.username = 'nobody';
    for (const url of [withUnknownDatabase, withWrongAccount]) {
      const process = await spawnProcess({ ...prepared.env, DATABASE_URL: url.toString(), LOG_LEVEL: 'silent' });
      await expect(process.ready).rejects.toThrow(/ended with 1: Configuration: DATABASE_URL names a/);
      expect(process.output().trim().split('\n')).toHaveLength(1);
      expect(process.output()).not.toContain('a-wrong-password');
    }
  });
});
