import { Global, Module } from '@nestjs/common';
import { Replica } from './replica';
import { ReportReads } from './report-reads';

@Global()
@Module({ providers: [Replica, ReportReads], exports: [ReportReads] })
export class ReplicaModule {}
