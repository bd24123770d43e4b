import { Entity, Index } from 'typeorm';
import { trainingCategories } from '../../contract/training-categories.resource';
import {
  ChoiceColumn,
  PrimaryUuidColumn,
  UuidColumn,
  UniqueKeyColumn,
  LongTextColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { Resource } from '../../tenancy/resource-metadata';
import { NamedRecord, RefersTo } from '../../tenancy/tenant-record';

/** A tree by `parent_id`; categories.service.ts prevents cycles. */
@Entity('training_category')
@Resource(trainingCategories, { noun: 'category', schema: 'Category' })
@Index(['customer_id', 'code_key'], { unique: true })
@Index(['customer_id', 'name_key'], { unique: true })
@Index(['customer_id', 'parent_id'])
@Index(['customer_id', 'position', 'name_sort', 'category_id'])
@Index(['customer_id', 'position', 'category_id'])
@Index(['customer_id', 'name_sort', 'category_id'])
@Index(['customer_id', 'status', 'category_id'])
@RefersTo('TrainingCategory', 'category_id', 'parent_id')
export class TrainingCategory extends NamedRecord {
  @PrimaryUuidColumn()
  category_id: string;

  @VarcharColumn(40)
  code: string;

  @UniqueKeyColumn('code', 40)
  code_key: string;

  @UuidColumn({ nullable: true })
  parent_id: string | null;

  @VarcharColumn(7, { nullable: true })
  color: string | null;

  @LongTextColumn({ nullable: true })
  description: string | null;

  /** Order among siblings. */
  @IntegerColumn()
  position: number;

  /** active | archived */
  @ChoiceColumn()
  status: string;
}
