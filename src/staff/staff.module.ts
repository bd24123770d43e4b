import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { PlanUsageModule } from '../subscriptions/plan-usage.module';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { Department } from './department.entity';
import { EmploymentChanges } from './employment-changes';
import { EmploymentService } from './employment.service';
import { Employments } from './employments';
import { JobRole } from './job-role.entity';
import { JobRolesHeld } from './job-roles-held.service';
import { LedgerLock } from './ledger-lock.entity';
import { LedgerLocks } from './ledger-locks';
import { PastEmployment } from './past-employment.entity';
import { PastJobRole } from './past-job-role.entity';
import { DepartmentsRest, JobRolesRest } from './places.rest';
import { PlacesService } from './places.service';
import { StaffLine, StaffStructure } from './staff-line.entity';
import { StaffLines } from './staff-lines';
import { Staff } from './staff.entity';
import { StaffRest } from './staff.rest';
import { StaffService } from './staff.service';

@Module({
  imports: [AccountsModule, PlanUsageModule],
  controllers: [StaffRest, DepartmentsRest, JobRolesRest],
  providers: [
    ...tenantRepositories(
      Staff,
      StaffLine,
      StaffStructure,
      Department,
      JobRole,
      PastEmployment,
      PastJobRole,
      LedgerLock,
    ),
    StaffService,
    StaffLines,
    JobRolesHeld,
    PlacesService,
    EmploymentService,
    EmploymentChanges,
    LedgerLocks,
    Employments,
  ],
  exports: [StaffService, PlacesService, EmploymentService, EmploymentChanges, LedgerLocks],
})
export class StaffModule {}
