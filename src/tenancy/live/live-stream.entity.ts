import { Entity, Index } from 'typeorm';
import { CustomerKey, IdRef, Instant, Whole } from '../../platform/database/columns';

/** A stream that an account has open, at whichever process: the key decides that there are never more than so many. */
@Entity('live_stream')
@Index(['stream_id'])
export class LiveStreamSlot {
  @CustomerKey()
  customer_id: number;

  @IdRef({ primary: true })
  account_id: string;

  /** 1 to LIVE_STREAMS_MAX. */
  @Whole({ primary: true })
  slot: number;

  @IdRef()
  stream_id: string;

  /** No stream lives longer: what a process that was killed held is free then. */
  @Instant()
  leased_until: number;
}
