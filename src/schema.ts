import './app.module';
import { loadedEntities } from './platform/database/schema-of';

/** Every entity, for whoever opens a DataSource without the application: the TypeORM command line, the tests. */
export const entities = loadedEntities();
