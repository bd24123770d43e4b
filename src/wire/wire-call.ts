import { Controller, UseGuards } from '@nestjs/common';
import { SameSiteGuard } from '../platform/http/same-site.guard';

/** A controller of the specification's calls, at the API root, spelt as there. */
export const WireController = (prefix: string): ClassDecorator => Controller(prefix);

/** On a GET that changes state: refused for cross-site and prefetch requests (except from CORS_ORIGINS). */
export const ChangesState = (): MethodDecorator => UseGuards(SameSiteGuard);
