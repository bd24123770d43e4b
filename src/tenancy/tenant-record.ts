import { ForeignKey } from 'typeorm';
import {
  PrimaryCustomerIdColumn,
  InstantColumn,
  UniqueKeyColumn,
  SortKeyColumn,
  VarcharColumn,
  IntegerColumn,
} from '../infrastructure/database/columns';

/** Columns of every record that users change. */
export abstract class VersionedRecord {
  @InstantColumn()
  created_at: number;

  @InstantColumn()
  updated_at: number;

  /** Incremented by every change; a stale version sent by a client is rejected (412). */
  @IntegerColumn()
  row_version: number;
}

/** Columns of every tenant-owned row. The primary key is `(customer_id, <id>)`. */
export abstract class TenantRecord extends VersionedRecord {
  @PrimaryCustomerIdColumn()
  customer_id: number;
}

/** A record with a unique name (contract/fields.ts, `title`). */
export abstract class NamedRecord extends TenantRecord {
  @VarcharColumn(100)
  name: string;

  @UniqueKeyColumn('name', 100)
  name_key: string;

  @SortKeyColumn('name', 100)
  name_sort: string;
}

/**
 * `@RefersTo('Staff', 'staff_id')`: foreign key to a record of the same customer; prevents its deletion.
 * @param column own column, if its name differs
 */
export const RefersTo = (entity: string, key: string, column = key): ClassDecorator =>
  ForeignKey(entity, ['customer_id', column], ['customer_id', key], { onDelete: 'RESTRICT', onUpdate: 'RESTRICT' });
