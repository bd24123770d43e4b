import { join } from 'node:path';
import { loadMigrations } from './infrastructure/database/schema-loader';

export const migrations = loadMigrations(join(__dirname, 'migrations'));
