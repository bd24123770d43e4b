import { commandLine } from './command';
import { StartRefused } from './platform/config/start-refused';
import { openDataSource } from './platform/database/data-source';
import { Database } from './platform/database/database';
import { migrate } from './platform/database/migrate';
import { refold } from './platform/database/refold';
import { Transactions } from './platform/database/transactions';
import { migrations } from './migrations';
import { entities } from './schema';
import { foldedTable } from './tenancy/search-words';

/**
 * `npm run search:rebuild`: what names are searched, filtered and sorted by, of all organisations. On MariaDB or MySQL while
 * the product serves. Stopped, it is started again: what is right already is only read.
 */
commandLine(async ({ args, places }) => {
  if (args.length) throw new StartRefused('npm run search:rebuild takes no arguments.');
  const dataSource = await openDataSource({ url: places.databaseUrl, entities, migrations });
  try {
    await migrate(dataSource);
    const [database, transactions] = [new Database(dataSource), new Transactions(dataSource)];
    let [tables, records] = [0, 0];
    for (const entity of entities) {
      const table = foldedTable(database.metadata(entity));
      if (!table) continue;
      tables += 1;
      records += await refold(database, table, (work) => transactions.run(work));
    }
    return `Search rebuilt: ${tables} tables read, ${records} records were not as they should be, and are now.`;
  } finally {
    await dataSource.destroy();
  }
});
