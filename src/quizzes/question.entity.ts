import { Entity, Index } from 'typeorm';
import { questions } from '../contract/questions.resource';
import { Choice, IdKey, IdRef, Json, LongText, SortOf, Text, Whole } from '../platform/database/columns';
import { Keeps } from '../tenancy/resources/kept';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/** An option as it is kept: `fraction` in whole ten-thousandths, so that nothing is lost in binary. */
export interface KeptOption {
  option_id: string;
  text: string;
  /** −10,000 to 10,000. */
  fraction: number;
  feedback: string | null;
  /** matching: the right of the pair, whose left is `text`; without a left it belongs to none. */
  match?: string;
  /** numeric: a decimal, as `text` is then. */
  tolerance?: string;
  /** fill_in. */
  case_sensitive?: boolean;
}

/** An entry of the bank. Its options are part of it: nothing else ever refers to an option of the bank. */
@Entity('question')
@Keeps(questions, { noun: 'question' })
@Index(['customer_id', 'skill_id'])
@Index(['customer_id', 'text_start', 'question_id'])
@Index(['customer_id', 'kind', 'question_id'])
@Index(['customer_id', 'points', 'question_id'])
@Index(['customer_id', 'tags_sort', 'question_id'])
@Index(['customer_id', 'status', 'question_id'])
@Index(['customer_id', 'difficulty', 'question_id'])
@RefersTo('Skill', 'skill_id')
export class Question extends TenantRecord {
  @IdKey()
  question_id: string;

  @Choice()
  kind: string;

  @LongText()
  text: string;

  /** Long enough to be searched in, and to sort by. */
  @SortOf('text', 1000)
  text_sort: string;

  /** Short enough for an index: what the bank is sorted by. */
  @SortOf('text', 120, { nullable: true })
  text_start: string | null;

  @Whole()
  points: number;

  /** wrong_ticks_cost | all_or_nothing (contract/multiple-grading.ts) */
  @Choice({ otherwise: 'wrong_ticks_cost' })
  grading: string;

  @IdRef({ nullable: true })
  skill_id: string | null;

  /** easy | medium | hard */
  @Choice({ nullable: true })
  difficulty: string | null;

  @Text(400, { nullable: true })
  tags: string | null;

  @SortOf('tags', 400, { nullable: true })
  tags_sort: string | null;

  @LongText({ nullable: true })
  feedback: string | null;

  @LongText({ nullable: true })
  explanation: string | null;

  @Json()
  options: KeptOption[];

  @Choice()
  status: string;
}
