import { createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { Config } from '../platform/config/config';
import type { LiveSession } from './session-row';
import { AUDIENCE, SessionTokens, type Claims } from './session-tokens';
import { Sessions } from './sessions';

/** Bearer token → live session. One algorithm, one key, our audience; time is judged by our clock. */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'session') {
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
    });
  }

  async validate(claims: Claims): Promise<LiveSession | false> {
    if (!this.tokens.isCurrent(claims)) return false;
    return (await this.sessions.live(claims)) ?? false;
  }
}
