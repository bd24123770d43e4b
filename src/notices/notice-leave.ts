import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config';
import { idFromBytes, idToBytes } from '../platform/ids';
import { sealed, unsealed } from '../platform/sealed';

const BODY = 4 + 16;

/** Whose mails are meant. */
export interface Leaving {
  customer_id: number;
  staff_id: string;
}

/**
 * `/api/unsubscribe/{token}`: the way out of the mails, for whoever holds one, signed in or not. It names nobody in clear, and
 * lets its holder switch mails off and nothing else, so it has no end. Nothing is stored.
 */
@Injectable()
export class NoticeLeave {
  constructor(private readonly config: Config) {}

  linkFor(customer_id: number, staff_id: string): string {
    const body = Buffer.alloc(BODY);
    body.writeUInt32BE(customer_id, 0);
    idToBytes(staff_id).copy(body, 4);
    return `${this.config.publicUrl}/api/unsubscribe/${sealed(body, this.config.key('unsubscribe'))}`;
  }

  /** null: forged or cut. */
  open(token: string): Leaving | null {
    const body = unsealed(token, BODY, this.config.key('unsubscribe'));
    return body && { customer_id: body.readUInt32BE(0), staff_id: idFromBytes(body.subarray(4)) };
  }
}
