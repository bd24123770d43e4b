import { Injectable } from '@nestjs/common';
import { Config } from '../../infrastructure/config/config';
import { idFromBytes, idToBytes } from '../../common/ids';
import { signToken, verifyToken } from '../../infrastructure/security/signed-token';

const BODY_BYTES = 4 + 16;

/** The person whose mails the link switches off. */
export interface UnsubscribeLinkOwner {
  customer_id: number;
  staff_id: string;
}

/**
 * Signed unsubscribe links `/api/unsubscribe/{token}`, usable without signing in. The token has no readable id and can
 * only switch mails off, so it never expires. Stateless.
 */
@Injectable()
export class UnsubscribeLinksService {
  constructor(private readonly config: Config) {}

  linkFor(customer_id: number, staff_id: string): string {
    const body = Buffer.alloc(BODY_BYTES);
    body.writeUInt32BE(customer_id, 0);
    idToBytes(staff_id).copy(body, 4);
    return `${this.config.publicUrl}/api/unsubscribe/${signToken(body, this.config.key('unsubscribe'))}`;
  }

  /** @returns null if the token is invalid */
  verify(token: string): UnsubscribeLinkOwner | null {
    const body = verifyToken(token, BODY_BYTES, this.config.key('unsubscribe'));
    return body && { customer_id: body.readUInt32BE(0), staff_id: idFromBytes(body.subarray(4)) };
  }
}
