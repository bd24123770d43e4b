import { Global, Module } from '@nestjs/common';
import { DatabaseCounterStore } from './database-counter.store';
import { RedisCounterStore } from './redis-counter.store';
import { ThrottleService } from './throttle.service';
// Loads the entity into the schema: its table is used by SQL text only.
import './throttle-counter.entity';

@Global()
@Module({ providers: [ThrottleService, DatabaseCounterStore, RedisCounterStore], exports: [ThrottleService] })
export class ThrottleModule {}
