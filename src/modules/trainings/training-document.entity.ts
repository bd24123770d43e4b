import { Entity } from 'typeorm';
import {
  BigIntColumn,
  ChoiceColumn,
  PrimaryUuidColumn,
  UuidColumn,
  LongTextColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/** A PDF or text of a training of type document, unless it has an address. */
@Entity('training_document')
@RefersTo('Training', 'training_id')
export class TrainingDocument extends TenantRecord {
  @PrimaryUuidColumn()
  training_id: string;

  /** New with each replacement; file name of a PDF. */
  @UuidColumn()
  document_id: string;

  /** pdf | markdown */
  @ChoiceColumn()
  kind: string;

  /** Original file name. */
  @VarcharColumn(255, { nullable: true })
  name: string | null;

  @BigIntColumn({ nullable: true })
  bytes: number | null;

  /** null: could not be counted. */
  @IntegerColumn({ nullable: true })
  pages: number | null;

  /** Markdown. */
  @LongTextColumn({ nullable: true })
  text: string | null;
}
