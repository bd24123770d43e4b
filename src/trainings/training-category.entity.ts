import { Entity, Index } from 'typeorm';
import { trainingCategories } from '../contract/training-categories.resource';
import { Choice, IdKey, IdRef, KeyOf, LongText, Text, Whole } from '../platform/database/columns';
import { Keeps } from '../tenancy/resources/kept';
import { NamedRecord, RefersTo } from '../tenancy/tenant-record';

/** A tree by `parent_id`, without circles (categories.service.ts). */
@Entity('training_category')
@Keeps(trainingCategories, { noun: 'category', schema: 'Category' })
@Index(['customer_id', 'code_key'], { unique: true })
@Index(['customer_id', 'name_key'], { unique: true })
@Index(['customer_id', 'parent_id'])
@Index(['customer_id', 'position', 'name_sort', 'category_id'])
@Index(['customer_id', 'position', 'category_id'])
@Index(['customer_id', 'name_sort', 'category_id'])
@Index(['customer_id', 'status', 'category_id'])
@RefersTo('TrainingCategory', 'category_id', 'parent_id')
export class TrainingCategory extends NamedRecord {
  @IdKey()
  category_id: string;

  @Text(40)
  code: string;

  @KeyOf('code', 40)
  code_key: string;

  @IdRef({ nullable: true })
  parent_id: string | null;

  @Text(7, { nullable: true })
  color: string | null;

  @LongText({ nullable: true })
  description: string | null;

  /** Among its siblings. */
  @Whole()
  position: number;

  /** active | archived */
  @Choice()
  status: string;
}
