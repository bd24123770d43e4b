import { Module } from '@nestjs/common';
import { tenantRepositories } from '../../tenancy/tenancy.module';
import { PlanUsageService } from './plan-usage.service';
import { PlanUsageRow } from './plan-usage.entity';

@Module({ providers: [...tenantRepositories(PlanUsageRow), PlanUsageService], exports: [PlanUsageService] })
export class PlanUsageModule {}
