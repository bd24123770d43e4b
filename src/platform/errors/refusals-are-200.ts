import { RouteConfig } from '@nestjs/platform-fastify';

/**
 * On a handler (or controller) of a specification call: an expected refusal answers HTTP 200 with `Status: false`, since
 * that client shows nothing for a 4xx. It travels as route configuration because a filter does not know its handler.
 */
export const RefusalsAre200 = (): MethodDecorator => RouteConfig({ refusals_are_200: true });
