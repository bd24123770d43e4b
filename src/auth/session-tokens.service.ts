import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Clock } from '../common/clock';
import { Config } from '../infrastructure/config/config';
import { isId } from '../common/ids';

export const TOKEN_AUDIENCE = 'skilgrid';
const TOKEN_TYPE = 'access';

export interface SessionClaims {
  sid: string;
  cid: number;
  eid: string;
  aud: string;
  typ: string;
  iat: number;
  nbf: number;
  exp: number;
}

/** Access tokens and refresh tokens of a session. */
@Injectable()
export class SessionTokensService {
  constructor(
    private readonly clock: Clock,
    private readonly jwt: JwtService,
    private readonly config: Config,
  ) {}

  /** Checks type, audience and time by our clock. The strategy has checked signature and algorithm. */
  isCurrent(claims: SessionClaims): boolean {
    const now = Math.floor(this.clock.now() / 1000);
    return (
      claims.typ === TOKEN_TYPE &&
      claims.aud === TOKEN_AUDIENCE &&
      isId(claims.sid) &&
      claims.nbf <= now + 60 &&
      now < claims.exp
    );
  }

  sign(sid: string, session: { customer_id: number; eid: string }, expiresAt: number): string {
    const now = Math.floor(this.clock.now() / 1000);
    const claims: SessionClaims = {
      sid,
      cid: session.customer_id,
      eid: session.eid,
      aud: TOKEN_AUDIENCE,
      typ: TOKEN_TYPE,
      iat: now,
      nbf: now,
      exp: Math.floor(expiresAt / 1000),
    };
    return this.jwt.sign(claims, { algorithm: 'HS256', secret: this.config.key('session') });
  }

  /** Random and signed: a token that was replaced long ago is still recognized as ours. */
  createRefreshToken(session_id: string): string {
    const token = `${session_id}.${randomBytes(32).toString('base64url')}`;
    return `${token}.${this.signRefreshToken(token)}`;
  }

  isOwnRefreshToken(refreshToken: string): boolean {
    const at = refreshToken.lastIndexOf('.');
    const [actual, expected] = [refreshToken.slice(at + 1), this.signRefreshToken(refreshToken.slice(0, at))].map(
      sha256,
    );
    return timingSafeEqual(actual!, expected!);
  }

  private signRefreshToken(token: string): string {
    return createHmac('sha256', this.config.key('session')).update(`refresh:${token}`).digest('base64url').slice(0, 22);
  }
}

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
