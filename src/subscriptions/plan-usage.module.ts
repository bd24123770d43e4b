import { Module } from '@nestjs/common';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { PlanUsage } from './plan-usage';
import { PlanUsageRow } from './plan-usage.entity';

@Module({ providers: [...tenantRepositories(PlanUsageRow), PlanUsage], exports: [PlanUsage] })
export class PlanUsageModule {}
