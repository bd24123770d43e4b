import type { NestInterceptor } from '@nestjs/common';
import { InterceptorsConsumer } from '@nestjs/core/interceptors/interceptors-consumer.js';

/** An interceptor that most requests of its routes have no need of. */
export interface SometimesIdle extends NestInterceptor {
  /** It would only hand on what comes: nothing to do before, nothing after, whatever the handler does. */
  isIdle(request: unknown): boolean;
}

/**
 * Nest runs each interceptor of a route by four observables, which cost a request more than its guards and its pipes
 * together. Where all of them say that they are idle the handler is called at once, as on a route that has none.
 */
export function passIdleInterceptors(): void {
  const consumer = InterceptorsConsumer.prototype;
  if (Object.hasOwn(consumer.intercept, 'passes')) return;
  const { intercept } = consumer;
  const passing: typeof intercept = function (this: InterceptorsConsumer, interceptors, args, ...rest) {
    const areIdle = interceptors.length > 0 && interceptors.every((one) => (one as SometimesIdle).isIdle?.(args[0]));
    return areIdle ? rest[2]() : intercept.call(this, interceptors, args, ...rest);
  };
  consumer.intercept = Object.assign(passing, { passes: true });
}
