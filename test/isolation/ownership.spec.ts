import type { DataSource } from 'typeorm';
import { DIRECTORY_ENTITIES } from '../../src/tenancy/directory-repository';
import { createTestDataSource } from '../support/template';

/** Infrastructure tables: without an owner, or read before the owner is known. */
const INFRASTRUCTURE_TABLES: Readonly<Record<string, string>> = {
  Session: 'Read by the id in a token before the customer is known; the guard compares the customer.',
  AuditEvent: 'Also written without a customer, and kept after a customer is deleted.',
  OutboxMail: 'The worker leases mails of all organisations; holds ids only.',
  ThrottleCounter: 'Counts network addresses and mailboxes, not records of a customer.',
  JobLease: 'The progress and the lease of a scheduled job for all customers.',
};
const EXEMPT = { ...DIRECTORY_ENTITIES, ...INFRASTRUCTURE_TABLES };

describe('every table', () => {
  let dataSource: DataSource;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ dataSource, close } = await createTestDataSource());
  });
  afterAll(() => close());

  it('starts its key with customer_id or is listed as an exception', () => {
    const unowned = dataSource.entityMetadatas
      .filter((entity) => entity.primaryColumns[0]?.propertyName !== 'customer_id')
      .map((entity) => entity.name)
      .filter((name) => !(name in EXEMPT));
    expect(unowned).toEqual([]);
  });

  it('listed as an exception exists', () => {
    const entityNames = dataSource.entityMetadatas.map((entity) => entity.name);
    expect(Object.keys(EXEMPT).filter((name) => !entityNames.includes(name))).toEqual([]);
  });

  it('owned by a customer refers only to rows of the same customer', () => {
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
