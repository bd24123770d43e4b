import { createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { Config } from '../infrastructure/config/config';
import type { ActiveSession } from './active-session';
import { TOKEN_AUDIENCE, SessionTokensService, type SessionClaims } from './session-tokens.service';
import { SessionsService } from './sessions.service';

/** Bearer token → active session. One algorithm, key and audience; time is checked by our clock. */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'session') {
  constructor(
    config: Config,
    private readonly sessionsService: SessionsService,
    private readonly tokens: SessionTokensService,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      // A KeyObject, because jsonwebtoken tries a Buffer as a public key first on every call (a fifth of the cost of a
      // short list).
      secretOrKey: createSecretKey(config.key('session')) as never,
      algorithms: ['HS256'],
      audience: TOKEN_AUDIENCE,
      ignoreExpiration: true,
      jsonWebTokenOptions: { ignoreNotBefore: true },
    });
  }

  async validate(claims: SessionClaims): Promise<ActiveSession | false> {
    if (!this.tokens.isCurrent(claims)) return false;
    return (await this.sessionsService.findActive(claims)) ?? false;
  }
}
