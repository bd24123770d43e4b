import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module';
import { PlanUsageModule } from '../subscriptions/plan-usage.module';
import { StaffLine } from '../tenancy/staff-line.entity';
import { StaffTimeZone } from '../tenancy/staff-time-zone.entity';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { resourceParts } from '../tenancy/resources/resource-parts';
import { resourceController } from '../tenancy/resources/crud-controller';
import { Department } from './department.entity';
import { DepartmentsService } from './departments.service';
import { EndedEmploymentsJob } from './ended-employments';
import { EmploymentService } from './employment.service';
import { Employments } from './employments';
import { JobRole } from './job-role.entity';
import { JobRolesHeld } from './job-roles-held.service';
import { JobRolesOffered } from './job-roles-offered';
import { JobRolesService } from './job-roles.service';
import { LedgerLock } from './ledger-lock.entity';
import { LedgerLocks } from './ledger-locks';
import { ManagersReplaced } from './managers-replaced';
import { NewPlace } from './new-place';
import { PastEmployment } from './past-employment.entity';
import { PastJobRole } from './past-job-role.entity';
import { StaffLines } from './staff-lines';
import { Staff } from './staff.entity';
import { StaffController } from './staff.controller';
import { StaffService } from './staff.service';
import { StaffTimeZones } from './staff-time-zones';
import { StaffStructure } from './staff-structure.entity';

@Module({
  imports: [IdentityModule, PlanUsageModule],
  controllers: [
    StaffController,
    resourceController(Department, DepartmentsService),
    resourceController(JobRole, JobRolesService),
  ],
  providers: [
    ...tenantRepositories(
      Staff,
      StaffLine,
      StaffTimeZone,
      StaffStructure,
      Department,
      JobRole,
      PastEmployment,
      PastJobRole,
      LedgerLock,
    ),
    ...resourceParts(Staff, Department, JobRole),
    StaffService,
    StaffLines,
    JobRolesHeld,
    JobRolesService,
    JobRolesOffered,
    DepartmentsService,
    EmploymentService,
    EndedEmploymentsJob,
    LedgerLocks,
    Employments,
    NewPlace,
    ManagersReplaced,
    StaffTimeZones,
  ],
  exports: [StaffService, DepartmentsService, JobRolesService, EmploymentService, LedgerLocks, StaffTimeZones],
})
export class StaffModule {}
