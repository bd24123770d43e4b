import { Entity, ForeignKey, Index } from 'typeorm';
import { trainingCategories } from '../contract/training-categories.resource';
import { Choice, IdKey, IdRef, KeyOf, LongText, SortOf, Text, Whole } from '../platform/database/columns';
import { FoundByWords } from '../tenancy/search-words';
import { TenantRecord } from '../tenancy/tenant-record';

/** A tree by `parent_id`, without circles (categories.service.ts). */
@Entity('training_category')
@FoundByWords(trainingCategories)
@Index(['customer_id', 'code_key'], { unique: true })
@Index(['customer_id', 'name_key'], { unique: true })
@Index(['customer_id', 'parent_id'])
@Index(['customer_id', 'position', 'name_sort', 'category_id'])
@Index(['customer_id', 'position', 'category_id'])
@Index(['customer_id', 'name_sort', 'category_id'])
@Index(['customer_id', 'status', 'category_id'])
@ForeignKey('TrainingCategory', ['customer_id', 'parent_id'], ['customer_id', 'category_id'], {
  onDelete: 'RESTRICT',
  onUpdate: 'RESTRICT',
})
export class TrainingCategory extends TenantRecord {
  @IdKey()
  category_id: string;

  @Text(40)
  code: string;

  @KeyOf('code', 40)
  code_key: string;

  @Text(100)
  name: string;

  @KeyOf('name', 100)
  name_key: string;

  @SortOf('name', 100)
  name_sort: string;

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
