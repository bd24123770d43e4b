import { join } from 'node:path';
import { migrationsIn } from './platform/database/schema-of';

export const migrations = migrationsIn(join(__dirname, 'migrations'));
