import { Global, Module } from '@nestjs/common';
import { ReplicaConnection } from './replica-connection';
import { ReplicaReadService } from './replica-read.service';

@Global()
@Module({ providers: [ReplicaConnection, ReplicaReadService], exports: [ReplicaReadService] })
export class ReplicaModule {}
