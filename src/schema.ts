import './app.module';
import { listLoadedEntities } from './infrastructure/database/schema-loader';

/** All entities, for a DataSource without the application: TypeORM CLI and tests. */
export const entities = listLoadedEntities();
