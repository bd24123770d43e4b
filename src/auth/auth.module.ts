import { Global, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { ApiKeyAuthenticator } from './api-key-authenticator';
import { RouteAccessRegistry } from './route-access-registry';
import { SessionAccountCheckRegistry } from './session-account-check';
import { SessionRetentionJob } from './session-retention.job';
import { SessionTokensService } from './session-tokens.service';
import { SessionGuard } from './session.guard';
import { SessionStrategy } from './session.strategy';
import { SessionsService } from './sessions.service';
import { SignInAuditJob } from './sign-in-audit.job';

/** Sessions and API keys. Its guard closes every route that is not marked `@Public` or `@Allow`. */
@Global()
@Module({
  imports: [JwtModule.register({}), PassportModule, DiscoveryModule],
  providers: [
    ApiKeyAuthenticator,
    RouteAccessRegistry,
    SessionAccountCheckRegistry,
    SessionRetentionJob,
    SessionTokensService,
    SessionsService,
    SessionStrategy,
    SignInAuditJob,
    { provide: APP_GUARD, useClass: SessionGuard },
  ],
  exports: [ApiKeyAuthenticator, RouteAccessRegistry, SessionAccountCheckRegistry, SessionsService],
})
export class AuthModule {}
