import { RouteConfig } from '@nestjs/platform-fastify';

/**
 * For legacy handlers or controllers: an expected refusal answers HTTP 200 with `Status: false`, because the legacy
 * client shows nothing for a 4xx. Stored as route configuration, because an exception filter does not know the handler.
 */
export const RefusalsAre200 = (): MethodDecorator => RouteConfig({ refusals_are_200: true });
