import type { DataSource } from 'typeorm';
import { standIn } from '../stand-in';

/** TypeORM's own factory loads the drivers of twenty engines. */
class OwnDrivers {
  create(dataSource: DataSource): unknown {
    const { type } = dataSource.options;
    if (type === 'better-sqlite3') {
      const { BetterSqlite3Driver } = require('typeorm/driver/better-sqlite3/BetterSqlite3Driver');
      return new BetterSqlite3Driver(dataSource);
    }
    if (type !== 'mariadb' && type !== 'mysql') throw new Error(`There is no driver for ${type}: see own-drivers.ts`);
    const { MysqlDriver } = require('typeorm/driver/mysql/MysqlDriver');
    return new MysqlDriver(dataSource);
  }
}

/** Before TypeORM is loaded. */
export function loadOwnDrivers(): void {
  standIn('typeorm/driver/DriverFactory', () => OwnDrivers);
}
