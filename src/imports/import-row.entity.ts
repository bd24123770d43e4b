import { Entity, Index } from 'typeorm';
import type { ImportReason } from '../contract/import-answers';
import type { ImportOutcome } from '../contract/import-rows';
import { Choice, CustomerKey, IdKey, Json, Whole } from '../platform/database/columns';

export type Values = Readonly<Record<string, unknown>>;

/** One row of a file: as it came, what it says, and what becomes of it. */
@Entity('import_row')
@Index(['customer_id', 'import_id', 'place'])
@Index(['customer_id', 'import_id', 'outcome', 'row_no'])
export class ImportRow {
  @CustomerKey()
  customer_id: number;

  @IdKey()
  import_id: string;

  /** As a spreadsheet counts: the head is row 1. */
  @Whole({ primary: true })
  row_no: number;

  /** Its turn: behind the row of whom it stands below (a manager, a category above). */
  @Whole()
  place: number;

  @Json()
  cells: readonly string[];

  /** Values by their fields; a reference as it is written, by name, code or id. null: not checked yet. */
  @Json({ nullable: true })
  given: Values | null;

  @Choice({ nullable: true })
  outcome: ImportOutcome | null;

  /** Names of the fields that it changes. */
  @Json({ nullable: true })
  changes: readonly string[] | null;

  @Json({ nullable: true })
  reasons: readonly ImportReason[] | null;

  /** What it has overwritten; for undoing it. */
  @Json({ nullable: true })
  was: Values | null;
}
