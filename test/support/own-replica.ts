import { OwnMariaDb } from './own-mariadb';

/** Two MariaDB servers of the test's own, the second of which repeats what is written at the first. */
export class OwnReplica {
  private constructor(
    readonly writer: OwnMariaDb,
    readonly replica: OwnMariaDb,
  ) {}

  static async create(): Promise<OwnReplica> {
    const writer = await OwnMariaDb.create(undefined, ['--server-id=1', '--log-bin=log', '--binlog-format=ROW']);
    // Its own sessions would begin otherwise than the writer's.
    const replica = await OwnMariaDb.create(undefined, ['--server-id=2', '--sql-mode=ANSI_QUOTES,ONLY_FULL_GROUP_BY']);
    const both = new OwnReplica(writer, replica);
    try {
      await Promise.all([writer.start(), replica.start()]);
      await replica.ask(
        `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${writer.port}, MASTER_USER = 'root', MASTER_CONNECT_RETRY = 1, MASTER_USE_GTID = slave_pos`,
      );
      await replica.ask('START SLAVE');
      return both;
    } catch (error) {
      await both.forget();
      throw error;
    }
  }

  /** It repeats nothing more, and hears everything: as one that has fallen behind. */
  async hold(): Promise<void> {
    await this.replica.ask('STOP SLAVE SQL_THREAD');
  }

  async goOn(): Promise<void> {
    await this.replica.ask('START SLAVE SQL_THREAD');
  }

  async forget(): Promise<void> {
    await this.replica.forget();
    await this.writer.forget();
  }
}
