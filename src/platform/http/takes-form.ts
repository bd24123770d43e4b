import { RouteConfig } from '@nestjs/platform-fastify';

/** On a POST that the button of a page without scripts sends, or a mailbox (RFC 8058): forms are 415 everywhere else. */
export const TakesForm = (): MethodDecorator => RouteConfig({ takes_form: true });
