import { Entity, Index } from 'typeorm';
import { trainingLocations } from '../contract/training-locations.resource';
import { Choice, IdKey, KeyOf, Text, Whole } from '../platform/database/columns';
import { Keeps } from '../tenancy/resources/kept';
import { NamedRecord } from '../tenancy/tenant-record';

@Entity('training_location')
@Keeps(trainingLocations, { noun: 'location' })
@Index(['customer_id', 'code_key'], { unique: true })
@Index(['customer_id', 'name_key'], { unique: true })
@Index(['customer_id', 'name_sort', 'training_location_id'])
@Index(['customer_id', 'seats', 'training_location_id'])
@Index(['customer_id', 'status', 'training_location_id'])
export class TrainingLocation extends NamedRecord {
  @IdKey()
  training_location_id: string;

  @Text(40)
  code: string;

  @KeyOf('code', 40)
  code_key: string;

  @Text(300, { nullable: true })
  address: string | null;

  @Whole({ nullable: true })
  seats: number | null;

  /** active | archived */
  @Choice()
  status: string;
}
