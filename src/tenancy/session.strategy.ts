import { createHash, createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { LRUCache } from 'lru-cache';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { Config } from '../platform/config/config';
import type { LiveSession } from './session-row';
import { AUDIENCE, SessionTokens, type Claims } from './session-tokens';
import { Sessions } from './sessions';

const REMEMBERED = 10_000;

interface Asked {
  headers: { authorization?: string };
}

/**
 * Bearer token → live session. One algorithm, one key, our audience; time is judged by our clock. Whose signature was
 * verified once is remembered by the digest of what was sent: passport and the signature cost more than a short list. What
 * a token says (kind, audience, time) and whether its session lives is judged each time.
 */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'session') {
  private readonly verified = new LRUCache<string, Claims>({ max: REMEMBERED });

  constructor(
    config: Config,
    private readonly sessions: Sessions,
    private readonly tokens: SessionTokens,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      // As a KeyObject: jsonwebtoken tries a Buffer as a public key first, on every call (a fifth of a short list's cost).
      secretOrKey: createSecretKey(config.key('session')) as never,
      algorithms: ['HS256'],
      audience: AUDIENCE,
      ignoreExpiration: true,
      jsonWebTokenOptions: { ignoreNotBefore: true },
      passReqToCallback: true,
    });
  }

  async validate({ headers }: Asked, claims: Claims): Promise<LiveSession | false> {
    if (!this.tokens.isCurrent(claims)) return false;
    this.verified.set(digestOf(headers.authorization ?? ''), claims);
    return (await this.sessions.live(claims)) ?? false;
  }

  /** The session of a token that was verified before; undefined: it has to come through passport. */
  async again(authorization: string): Promise<LiveSession | null | undefined> {
    const key = digestOf(authorization);
    const claims = this.verified.get(key);
    if (!claims) return undefined;
    if (this.tokens.isCurrent(claims)) return this.sessions.live(claims);
    this.verified.delete(key);
    return null;
  }
}

const digestOf = (sent: string): string => createHash('sha256').update(sent).digest('base64');
