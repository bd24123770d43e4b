import { Entity, Index } from 'typeorm';
import { trainingLocations } from '../../contract/training-locations.resource';
import {
  ChoiceColumn,
  PrimaryUuidColumn,
  UniqueKeyColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { Resource } from '../../tenancy/resource-metadata';
import { NamedRecord } from '../../tenancy/tenant-record';

@Entity('training_location')
@Resource(trainingLocations, { noun: 'location' })
@Index(['customer_id', 'code_key'], { unique: true })
@Index(['customer_id', 'name_key'], { unique: true })
@Index(['customer_id', 'name_sort', 'training_location_id'])
@Index(['customer_id', 'seats', 'training_location_id'])
@Index(['customer_id', 'status', 'training_location_id'])
export class TrainingLocation extends NamedRecord {
  @PrimaryUuidColumn()
  training_location_id: string;

  @VarcharColumn(40)
  code: string;

  @UniqueKeyColumn('code', 40)
  code_key: string;

  @VarcharColumn(300, { nullable: true })
  address: string | null;

  @IntegerColumn({ nullable: true })
  seats: number | null;

  /** active | archived */
  @ChoiceColumn()
  status: string;
}
