import type { DataSource } from 'typeorm';
import { DIRECTORY } from '../../src/tenancy/directory';
import { testDataSource } from '../support/template';

/** Tables of the machinery: no organisation's record, or one that is found before it is known whose it is. */
const MACHINERY: Readonly<Record<string, string>> = {
  Session: 'Found by the id in a token before it is known whose it is; the guard compares the customer.',
  AuditEvent: 'Written also for nobody in particular, and kept when an organisation is gone.',
  OutboxMail: 'The worker leases mails of all organisations; holds ids only.',
  ThrottleCounter: 'Counts network addresses and mailboxes, not records of anybody.',
  SweepLease: 'Up to when a sweep is done for all organisations, and until when one process does it.',
};
const EXEMPT = { ...DIRECTORY, ...MACHINERY };

describe('every table', () => {
  let dataSource: DataSource;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ dataSource, close } = await testDataSource());
  });
  afterAll(() => close());

  it('belongs to an organisation by the first column of its key, or stands on the list with a reason', () => {
    const loose = dataSource.entityMetadatas
      .filter((entity) => entity.primaryColumns[0]?.propertyName !== 'customer_id')
      .map((entity) => entity.name)
      .filter((name) => !(name in EXEMPT));
    expect(loose).toEqual([]);
  });

  it('that stands on the list exists', () => {
    const known = dataSource.entityMetadatas.map((entity) => entity.name);
    expect(Object.keys(EXEMPT).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('that an organisation owns refers only to rows of the same organisation', () => {
    const crossing = dataSource.entityMetadatas
      .filter((entity) => !(entity.name in EXEMPT))
      .flatMap((entity) =>
        entity.foreignKeys
          .filter((key) => key.columns[0]?.propertyName !== 'customer_id')
          .map((key) => `${entity.name}.${key.columns.map((column) => column.propertyName).join('+')}`),
      );
    expect(crossing).toEqual([]);
  });
});
