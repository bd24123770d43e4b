import { Global, Module } from '@nestjs/common';
import { Throttle } from './throttle';
// Its table is read by SQL text alone; here it becomes one of the schema's.
import './throttle-counter.entity';

@Global()
@Module({ providers: [Throttle], exports: [Throttle] })
export class ThrottleModule {}
