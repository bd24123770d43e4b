import { Entity } from 'typeorm';
import { Big, Choice, IdKey, IdRef, LongText, Text, Whole } from '../platform/database/columns';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/** What a training of type document gives to read, where that is no address: a PDF of ours, or a text. */
@Entity('training_document')
@RefersTo('Training', 'training_id')
export class TrainingDocument extends TenantRecord {
  @IdKey()
  training_id: string;

  /** Another one with each replacement; of a PDF the name of its file. */
  @IdRef()
  document_id: string;

  /** pdf | markdown */
  @Choice()
  kind: string;

  /** What its owner calls the file. */
  @Text(255, { nullable: true })
  name: string | null;

  @Big({ nullable: true })
  bytes: number | null;

  /** null: they could not be counted. */
  @Whole({ nullable: true })
  pages: number | null;

  /** Markdown. */
  @LongText({ nullable: true })
  text: string | null;
}
