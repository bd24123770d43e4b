import { Entity, Index } from 'typeorm';
import type { ImportReason } from '../../contract/import.responses';
import type { ImportOutcome } from '../../contract/import-rows';
import {
  ChoiceColumn,
  PrimaryCustomerIdColumn,
  PrimaryUuidColumn,
  JsonColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';

export type Values = Readonly<Record<string, unknown>>;

/** One row of an import file: cells, parsed values and outcome. */
@Entity('import_row')
@Index(['customer_id', 'import_id', 'place'])
@Index(['customer_id', 'import_id', 'outcome', 'row_no'])
export class ImportRow {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @PrimaryUuidColumn()
  import_id: string;

  /** As in a spreadsheet: the header is row 1. */
  @IntegerColumn({ primary: true })
  row_no: number;

  /** Import order: after the row of the parent (manager, parent category). */
  @IntegerColumn()
  place: number;

  @JsonColumn()
  cells: readonly string[];

  /** Values by field; references as written (name, code or id). null: not checked yet. */
  @JsonColumn({ nullable: true })
  given: Values | null;

  @ChoiceColumn({ nullable: true })
  outcome: ImportOutcome | null;

  /** Names of the changed fields. */
  @JsonColumn({ nullable: true })
  changes: readonly string[] | null;

  @JsonColumn({ nullable: true })
  reasons: readonly ImportReason[] | null;

  /** Previous values, for undo. */
  @JsonColumn({ nullable: true })
  was: Values | null;
}
