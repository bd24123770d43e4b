import { ForeignKey } from 'typeorm';
import { CustomerKey, Instant, KeyOf, SortOf, Text, Whole } from '../platform/database/columns';

/** What every record carries that somebody changes. */
export abstract class KeptRecord {
  @Instant()
  created_at: number;

  @Instant()
  updated_at: number;

  /** Grows with every change; sent back by a client, a stale one is refused (412). */
  @Whole()
  row_version: number;
}

/** What every row of an organisation carries. The primary key is `(customer_id, <own id>)`. */
export abstract class TenantRecord extends KeptRecord {
  @CustomerKey()
  customer_id: number;
}

/** What has a name of its own (contract/fields.ts, `title`): found, sorted and unique by it. */
export abstract class NamedRecord extends TenantRecord {
  @Text(100)
  name: string;

  @KeyOf('name', 100)
  name_key: string;

  @SortOf('name', 100)
  name_sort: string;
}

/**
 * `@RefersTo('Staff', 'staff_id')`: a record of the same organisation (house.md §4, lock 3), there as long as it is referred to.
 * @param column the own one, where it is called otherwise
 */
export const RefersTo = (entity: string, key: string, column = key): ClassDecorator =>
  ForeignKey(entity, ['customer_id', column], ['customer_id', key], { onDelete: 'RESTRICT', onUpdate: 'RESTRICT' });
