import { TestMariaDb } from './test-mariadb';

/** Two MariaDB servers for one test: a writer and its replica. */
export class TestReplica {
  private constructor(
    readonly writer: TestMariaDb,
    readonly replica: TestMariaDb,
  ) {}

  static async create(): Promise<TestReplica> {
    const writer = await TestMariaDb.create(undefined, ['--server-id=1', '--log-bin=log', '--binlog-format=ROW']);
    // The replica's default session settings differ from the writer's.
    const replica = await TestMariaDb.create(undefined, ['--server-id=2', '--sql-mode=ANSI_QUOTES,ONLY_FULL_GROUP_BY']);
    const pair = new TestReplica(writer, replica);
    try {
      await Promise.all([writer.start(), replica.start()]);
      await replica.query(
        `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${writer.port}, MASTER_USER = 'root', MASTER_CONNECT_RETRY = 1, MASTER_USE_GTID = slave_pos`,
      );
      await replica.query('START SLAVE');
      return pair;
    } catch (error) {
      await pair.cleanUp();
      throw error;
    }
  }

  /** Stops applying changes but keeps receiving them, like a replica that lags behind. */
  async stopReplication(): Promise<void> {
    await this.replica.query('STOP SLAVE SQL_THREAD');
  }

  async startReplication(): Promise<void> {
    await this.replica.query('START SLAVE SQL_THREAD');
  }

  async cleanUp(): Promise<void> {
    await this.replica.cleanUp();
    await this.writer.cleanUp();
  }
}
