import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './src/infrastructure/database/data-source';
import { migrations } from './src/migrations';
import { entities } from './src/schema';

/** For the TypeORM command line: `npm run db:migrate`. The product migrates itself at boot. */
export default new DataSource(
  dataSourceOptions({ url: process.env.DATABASE_URL ?? 'sqlite:./data/skilgrid.db', entities, migrations }),
);
