import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { visitor } from '../identity/visitor';
import { Throttle } from '../platform/throttle/throttle';
import { Public } from '../tenancy/access';
import { CertificateLookup } from './certificate-lookup';
import { busyPage, foundPage, missingPage } from './verify-page';

/** A plant behind one address looks at many; nobody tries a hundred bits. */
const LOOKS = { limit: 120, windowMs: 60_000 };

/** What anybody finds who has the code of a certificate: what stands on it, and whether it holds. No script, no cookie. */
@ApiExcludeController()
@Controller('verify')
export class VerifyController {
  constructor(
    private readonly lookup: CertificateLookup,
    private readonly throttle: Throttle,
  ) {}

  @Get(':code')
  @Public(
    'the unguessable code on a certificate is the permission; it shows what the certificate says and nothing else',
  )
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Cache-Control', 'no-store')
  @Header('X-Robots-Tag', 'noindex')
  // The page has nothing to fetch and nothing to run.
  @Header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  @Header('Vary', 'Accept-Language, Cookie')
  async show(@Param('code') code: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { language, address } = visitor();
    const { allowed, retryAfter } = await this.throttle.hit(`verify:${address}`, LOOKS);
    if (!allowed) {
      reply.status(429).header('Retry-After', retryAfter);
      return busyPage(language);
    }
    const found = await this.lookup.byCode(code);
    if (!found) reply.status(404);
    return found ? foundPage(language, found) : missingPage(language);
  }
}
