import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Config } from '../config/config';
import { AppError } from '../errors/app-error';

/**
 * On GETs that change state (`@UseGuards(SameSiteGuard)`): another site's image or link, or a browser that reads ahead,
 * must not set them off (contract.md, The risky calls). Clients that are no browsers send none of these headers.
 */
@Injectable()
export class SameSiteGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const ahead = [headers['sec-purpose'], headers['purpose'], headers['x-moz']].some((value) =>
      /prefetch|prerender/i.test(String(value ?? '')),
    );
    const site = headers['sec-fetch-site'];
    const foreign = site === 'cross-site' || site === 'same-site';
    const origin = headers.origin;
    if (ahead || (foreign && !(origin !== undefined && this.config.corsOrigins.includes(origin))))
      throw new CrossSite();
    return true;
  }
}

class CrossSite extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'cross_site',
      message: 'This call is refused when another site or a preview makes it.',
    });
  }
}
