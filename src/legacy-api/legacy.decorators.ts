import { Controller, UseGuards } from '@nestjs/common';
import { SameSiteGuard } from '../infrastructure/http/same-site.guard';

/** A controller of the legacy API, at the root; paths are spelt as in docs/specification.md. */
export const LegacyController = (prefix: string): ClassDecorator => Controller(prefix);

/** For a GET that changes state: rejects cross-site and prefetch requests (except from CORS_ORIGINS). */
export const ChangesState = (): MethodDecorator => UseGuards(SameSiteGuard);
