import { Global, Module } from '@nestjs/common';
import { Throttle } from './throttle';

@Global()
@Module({ providers: [Throttle], exports: [Throttle] })
export class ThrottleModule {}
