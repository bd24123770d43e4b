import { Entity, Index } from 'typeorm';
import { questions } from '../../contract/questions.resource';
import {
  ChoiceColumn,
  PrimaryUuidColumn,
  UuidColumn,
  JsonColumn,
  LongTextColumn,
  SortKeyColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { Resource } from '../../tenancy/resource-metadata';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/** A stored option; `fraction` is an integer in ten-thousandths, to avoid binary rounding. */
export interface StoredOption {
  option_id: string;
  text: string;
  /** −10,000 to 10,000. */
  fraction: number;
  feedback: string | null;
  /** matching: the right side of the pair with `text`; without `text` it is a distractor. */
  match?: string;
  /** numeric: a decimal, like `text`. */
  tolerance?: string;
  /** fill_in. */
  case_sensitive?: boolean;
}

/** A question of the bank, including its options: no other record refers to an option. */
@Entity('question')
@Resource(questions, { noun: 'question' })
@Index(['customer_id', 'skill_id'])
@Index(['customer_id', 'text_start', 'question_id'])
@Index(['customer_id', 'kind', 'question_id'])
@Index(['customer_id', 'points', 'question_id'])
@Index(['customer_id', 'tags_sort', 'question_id'])
@Index(['customer_id', 'status', 'question_id'])
@Index(['customer_id', 'difficulty', 'question_id'])
@RefersTo('Skill', 'skill_id')
export class Question extends TenantRecord {
  @PrimaryUuidColumn()
  question_id: string;

  @ChoiceColumn()
  kind: string;

  @LongTextColumn()
  text: string;

  /** For searching and sorting. */
  @SortKeyColumn('text', 1000)
  text_sort: string;

  /** Short enough for an index; the sort key of lists. */
  @SortKeyColumn('text', 120, { nullable: true })
  text_start: string | null;

  @IntegerColumn()
  points: number;

  /** wrong_ticks_cost | all_or_nothing (contract/multiple-grading.ts) */
  @ChoiceColumn({ defaultTo: 'wrong_ticks_cost' })
  grading: string;

  @UuidColumn({ nullable: true })
  skill_id: string | null;

  /** easy | medium | hard */
  @ChoiceColumn({ nullable: true })
  difficulty: string | null;

  @VarcharColumn(400, { nullable: true })
  tags: string | null;

  @SortKeyColumn('tags', 400, { nullable: true })
  tags_sort: string | null;

  @LongTextColumn({ nullable: true })
  feedback: string | null;

  @LongTextColumn({ nullable: true })
  explanation: string | null;

  @JsonColumn()
  options: StoredOption[];

  @ChoiceColumn()
  status: string;
}
