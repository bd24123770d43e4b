import { Entity } from 'typeorm';
import { Choice, IdRef, Text, Whole } from '../platform/database/columns';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/** What is said in a video, written in one language. */
@Entity('training_caption')
@RefersTo('Training', 'training_id')
export class TrainingCaption extends TenantRecord {
  @IdRef({ primary: true })
  training_id: string;

  @Choice({ primary: true })
  language: string;

  /** What its file is called; another one with each replacement. */
  @IdRef()
  file_id: string;

  /** What its owner calls the file. */
  @Text(255)
  name: string;

  @Whole()
  cues: number;
}
