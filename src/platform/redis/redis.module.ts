import { Global, Module } from '@nestjs/common';
import { Redis } from './redis';

@Global()
@Module({ providers: [Redis], exports: [Redis] })
export class RedisModule {}
