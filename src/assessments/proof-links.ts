import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { idFromBytes, idToBytes } from '../platform/ids';
import { sealed, unsealed } from '../platform/sealed';
import { ProofLinkDead } from './assessment.errors';

/** To look at it, put the phone down, and look again. */
const PROOF_LINK_MS = 3_600_000;
const BODY = 4 + 16 + 16 + 6;

export interface LinkedProof {
  customer_id: number;
  proof_id: string;
  /** Whose link it is: it ends with their session. */
  session_id: string;
  /** UTC milliseconds. */
  expires_at: number;
}

/** `/media/proofs/{token}`: the link itself is the permission, since a picture in a page sends no headers. Nothing is stored. */
@Injectable()
export class ProofLinks {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  sign({ customer_id, proof_id, session_id }: Omit<LinkedProof, 'expires_at'>): string {
    const body = Buffer.alloc(BODY);
    body.writeUInt32BE(customer_id, 0);
    idToBytes(proof_id).copy(body, 4);
    idToBytes(session_id).copy(body, 20);
    body.writeUIntBE(this.clock.now() + PROOF_LINK_MS, 36, 6);
    return sealed(body, this.config.key('proof'));
  }

  /** @throws ProofLinkDead */
  open(token: string): LinkedProof {
    const body = unsealed(token, BODY, this.config.key('proof'));
    if (!body) throw new ProofLinkDead();
    const expires_at = body.readUIntBE(36, 6);
    if (this.clock.now() >= expires_at) throw new ProofLinkDead();
    return {
      customer_id: body.readUInt32BE(0),
      proof_id: idFromBytes(body.subarray(4, 20)),
      session_id: idFromBytes(body.subarray(20, 36)),
      expires_at,
    };
  }
}
