import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { currentVisitor } from '../identity/visitor';
import { ThrottleService } from '../../infrastructure/throttle/throttle.service';
import { Public } from '../../tenancy/access.decorators';
import { CertificateLookupQuery } from './certificate-lookup.query';
import { rateLimitPage, certificateStatusPage, notFoundPage } from './verify-page';

/** High enough for a whole plant behind one address; guessing 100 bits stays impossible. */
const RATE_LIMIT = { limit: 120, windowMs: 60_000 };

/** Public verification page of a certificate, found by its code. No script, no cookie. */
@ApiExcludeController()
@Controller('verify')
export class VerifyController {
  constructor(
    private readonly lookup: CertificateLookupQuery,
    private readonly throttleService: ThrottleService,
  ) {}

  @Get(':code')
  @Public(
    'the unguessable code on a certificate is the permission; it shows what the certificate says and nothing else',
  )
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Cache-Control', 'no-store')
  @Header('X-Robots-Tag', 'noindex')
  // The page loads nothing and runs nothing.
  @Header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  @Header('Vary', 'Accept-Language, Cookie')
  async show(@Param('code') code: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { language, address } = currentVisitor();
    const { allowed, retryAfter } = await this.throttleService.hit(`verify:${address}`, RATE_LIMIT);
    if (!allowed) {
      reply.status(429).header('Retry-After', retryAfter);
      return rateLimitPage(language);
    }
    const certificate = await this.lookup.findByCode(code);
    if (!certificate) reply.status(404);
    return certificate ? certificateStatusPage(language, certificate) : notFoundPage(language);
  }
}
