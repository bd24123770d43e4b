import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { Config } from '../../infrastructure/config/config';
import { idFromBytes, idToBytes } from '../../common/ids';
import { signToken, verifyToken } from '../../infrastructure/security/signed-token';
import { InvalidProofLinkError } from './assessment.errors';

/** Lifetime of a link: one hour. */
const PROOF_LINK_MS = 3_600_000;
const BODY_BYTES = 4 + 16 + 16 + 6;

export interface ProofLink {
  customer_id: number;
  proof_id: string;
  /** The link ends with this session. */
  session_id: string;
  /** UTC milliseconds. */
  expires_at: number;
}

/** Signed links `/media/proofs/{token}`: an image request sends no headers. Stateless. */
@Injectable()
export class ProofLinksService {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  sign({ customer_id, proof_id, session_id }: Omit<ProofLink, 'expires_at'>): string {
    const body = Buffer.alloc(BODY_BYTES);
    body.writeUInt32BE(customer_id, 0);
    idToBytes(proof_id).copy(body, 4);
    idToBytes(session_id).copy(body, 20);
    body.writeUIntBE(this.clock.now() + PROOF_LINK_MS, 36, 6);
    return signToken(body, this.config.key('proof'));
  }

  /** @throws InvalidProofLinkError */
  verify(token: string): ProofLink {
    const body = verifyToken(token, BODY_BYTES, this.config.key('proof'));
    if (!body) throw new InvalidProofLinkError();
    const expires_at = body.readUIntBE(36, 6);
    if (this.clock.now() >= expires_at) throw new InvalidProofLinkError();
    return {
      customer_id: body.readUInt32BE(0),
      proof_id: idFromBytes(body.subarray(4, 20)),
      session_id: idFromBytes(body.subarray(20, 36)),
      expires_at,
    };
  }
}
