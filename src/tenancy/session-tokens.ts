import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { isId } from '../platform/ids';

export const AUDIENCE = 'skilgrid';
const TYPE = 'access';

export interface Claims {
  sid: string;
  cid: number;
  eid: string;
  aud: string;
  typ: string;
  iat: number;
  nbf: number;
  exp: number;
}

/** What is handed out for a session: the token of each call, and the one that turns it for the next (contract.md, "tokens"). */
@Injectable()
export class SessionTokens {
  constructor(
    private readonly clock: Clock,
    private readonly jwt: JwtService,
    private readonly config: Config,
  ) {}

  /** Of our type and for us, and within its time by our clock; signature and algorithm were judged by the strategy. */
  isCurrent(claims: Claims): boolean {
    const now = Math.floor(this.clock.now() / 1000);
    return (
      claims.typ === TYPE && claims.aud === AUDIENCE && isId(claims.sid) && claims.nbf <= now + 60 && now < claims.exp
    );
  }

  sign(sid: string, of: { customer_id: number; eid: string }, until: number): string {
    const now = Math.floor(this.clock.now() / 1000);
    const claims: Claims = {
      sid,
      cid: of.customer_id,
      eid: of.eid,
      aud: AUDIENCE,
      typ: TYPE,
      iat: now,
      nbf: now,
      exp: Math.floor(until / 1000),
    };
    return this.jwt.sign(claims, { algorithm: 'HS256', secret: this.config.key('session') });
  }

  /** By chance, and sealed: one that was turned long ago is still known for ours. */
  newRefreshToken(session_id: string): string {
    const token = `${session_id}.${randomBytes(32).toString('base64url')}`;
    return `${token}.${this.sealOf(token)}`;
  }

  wasOurs(refreshToken: string): boolean {
    const at = refreshToken.lastIndexOf('.');
    const [given, right] = [refreshToken.slice(at + 1), this.sealOf(refreshToken.slice(0, at))].map(digest);
    return timingSafeEqual(given!, right!);
  }

  private sealOf(token: string): string {
    return createHmac('sha256', this.config.key('session')).update(`refresh:${token}`).digest('base64url').slice(0, 22);
  }
}

export const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
