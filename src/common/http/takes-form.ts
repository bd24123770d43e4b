import { RouteConfig } from '@nestjs/platform-fastify';

/** For a POST sent by a page without scripts or by a mailbox (RFC 8058). Elsewhere forms are answered with 415. */
export const TakesForm = (): MethodDecorator => RouteConfig({ takes_form: true });
