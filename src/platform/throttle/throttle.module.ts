import { Global, Module } from '@nestjs/common';
import { KeptCounters } from './kept-counters';
import { RedisCounters } from './redis-counters';
import { Throttle } from './throttle';
// Its table is read by SQL text alone; here it becomes one of the schema's.
import './throttle-counter.entity';

@Global()
@Module({ providers: [Throttle, KeptCounters, RedisCounters], exports: [Throttle] })
export class ThrottleModule {}
