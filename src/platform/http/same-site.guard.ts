import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Config } from '../config/config';
import { AppError } from '../errors/app-error';

/**
 * On GETs that change state: another site's image, link or script, or a browser that reads ahead, must not set them off,
 * except from CORS_ORIGINS (contract.md, The risky calls). Clients that are no browsers send none of these headers.
 */
@Injectable()
export class SameSiteGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const ahead = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
      /prefetch|prerender|preview/i.test(String(headers[name] ?? '')),
    );
    if (ahead) throw new CrossSite();
    const { origin, host } = headers;
    if (origin !== undefined && this.config.corsOrigins.includes(origin)) return true;
    const site = headers['sec-fetch-site'];
    if (site === 'cross-site') throw new CrossSite();
    // Browsers without Sec-Fetch-Site name their origin when a script of another one asks.
    if (site === undefined && origin !== undefined && !this.isOwn(origin, host)) throw new CrossSite();
    return true;
  }

  private isOwn(origin: string, host: string | undefined): boolean {
    return origin.replace(/^https?:\/\//, '') === host || origin === new URL(this.config.publicUrl).origin;
  }
}

class CrossSite extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'cross_site',
      message: 'This call changes data and cannot be prefetched or sent by another site.',
    });
  }
}
