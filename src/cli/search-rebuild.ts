import { commandWithArguments } from './cli';
import { StartupError } from '../infrastructure/config/startup-error';
import { openDataSource } from '../infrastructure/database/data-source';
import { Database } from '../infrastructure/database/database';
import { migrate } from '../infrastructure/database/migrate';
import { rebuildDerivedData } from '../infrastructure/database/rebuild-derived-data';
import { TransactionManager } from '../infrastructure/database/transaction-manager';
import { migrations } from '../migrations';
import { entities } from '../schema';
import { derivedTable } from '../tenancy/search-index';

/**
 * Rebuilds the search, filter and sort columns of all customers. Safe to repeat.
 * On MariaDB or MySQL the server can be running.
 */
commandWithArguments(async ({ args, databaseUrl }) => {
  if (args.length) throw new StartupError('npm run search:rebuild takes no arguments.');
  const dataSource = await openDataSource({ url: databaseUrl, entities, migrations });
  try {
    await migrate(dataSource);
    const [database, transactions] = [new Database(dataSource), new TransactionManager(dataSource)];
    let [tables, records] = [0, 0];
    for (const entity of entities) {
      const table = derivedTable(database.metadata(entity));
      if (!table) continue;
      tables += 1;
      records += await rebuildDerivedData(database, table, (work) => transactions.run(work));
    }
    return `Search rebuilt: ${tables} tables read, ${records} records were wrong and have been corrected.`;
  } finally {
    await dataSource.destroy();
  }
});
