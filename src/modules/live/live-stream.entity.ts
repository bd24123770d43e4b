import { Entity, Index } from 'typeorm';
import {
  PrimaryCustomerIdColumn,
  UuidColumn,
  InstantColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';

/** An open stream of an account; the primary key limits their number. */
@Entity('live_stream')
@Index(['stream_id'])
export class LiveStreamSlot {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @UuidColumn({ primary: true })
  account_id: string;

  /** 1 to LIVE_STREAMS_MAX. */
  @IntegerColumn({ primary: true })
  slot: number;

  @UuidColumn()
  stream_id: string;

  /** Streams end before this time, so slots of killed processes become free. */
  @InstantColumn()
  leased_until: number;
}
