import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Config } from '../config/config';
import { AppError } from '../../common/errors/app-error';

/**
 * Rejects requests from other sites and prefetches, except from CORS_ORIGINS: for exports and for legacy GETs that
 * change state (docs/api.md). Clients that are not browsers send none of these headers and pass.
 */
@Injectable()
export class SameSiteGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const isPrefetch = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
      /prefetch|prerender|preview/i.test(String(headers[name] ?? '')),
    );
    if (isPrefetch) throw new CrossSiteError();
    const { origin, host } = headers;
    if (origin !== undefined && this.config.corsOrigins.includes(origin)) return true;
    const fetchSite = headers['sec-fetch-site'];
    if (fetchSite === 'cross-site') throw new CrossSiteError();
    // Browsers without Sec-Fetch-Site send Origin for requests of another site's script.
    if (fetchSite === undefined && origin !== undefined && !this.isOwn(origin, host)) throw new CrossSiteError();
    return true;
  }

  private isOwn(origin: string, host: string | undefined): boolean {
    return origin.replace(/^https?:\/\//, '') === host || origin === new URL(this.config.publicUrl).origin;
  }
}

class CrossSiteError extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'cross_site',
      message: 'This call changes data and cannot be prefetched or sent by another site.',
    });
  }
}
