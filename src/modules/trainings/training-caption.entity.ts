import { Entity } from 'typeorm';
import { ChoiceColumn, UuidColumn, VarcharColumn, IntegerColumn } from '../../infrastructure/database/columns';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/** Captions of a video in one language. */
@Entity('training_caption')
@RefersTo('Training', 'training_id')
export class TrainingCaption extends TenantRecord {
  @UuidColumn({ primary: true })
  training_id: string;

  @ChoiceColumn({ primary: true })
  language: string;

  /** Name of the stored file; each replacement gets a new one. */
  @UuidColumn()
  file_id: string;

  /** Original file name. */
  @VarcharColumn(255)
  name: string;

  @IntegerColumn()
  cues: number;
}
