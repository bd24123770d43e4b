import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { StaffLine } from '../../tenancy/staff-line.entity';
import { StaffTimeZone } from '../../tenancy/staff-time-zone.entity';
import { tenantRepositories } from '../../tenancy/tenancy.module';
import { resourceContextProviders } from '../../crud/resource-context';
import { createResourceController } from '../../crud/crud-controller';
import { Department } from './department.entity';
import { DepartmentsService } from './departments.service';
import { EndedEmploymentsJob } from './ended-employments.job';
import { EmploymentService } from './employment.service';
import { EmploymentHistoryService } from './employment-history.service';
import { JobRole } from './job-role.entity';
import { JobRoleHistoryService } from './job-role-history.service';
import { JobRoleValidator } from './job-role.validator';
import { JobRolesService } from './job-roles.service';
import { LedgerLock } from './ledger-lock.entity';
import { LedgerLocks } from './ledger-locks';
import { ManagerReassignmentService } from './manager-reassignment.service';
import { StaffPlacementService } from './staff-placement.service';
import { PastEmployment } from './past-employment.entity';
import { PastJobRole } from './past-job-role.entity';
import { StaffLinesService } from './staff-lines.service';
import { Staff } from './staff.entity';
import { StaffController } from './staff.controller';
import { StaffService } from './staff.service';
import { StaffTimeZonesService } from './staff-time-zones.service';
import { StaffStructure } from './staff-structure.entity';

@Module({
  imports: [IdentityModule, SubscriptionsModule],
  controllers: [
    StaffController,
    createResourceController(Department, DepartmentsService),
    createResourceController(JobRole, JobRolesService),
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
    ...resourceContextProviders(Staff, Department, JobRole),
    StaffService,
    StaffLinesService,
    JobRoleHistoryService,
    JobRolesService,
    JobRoleValidator,
    DepartmentsService,
    EmploymentService,
    EndedEmploymentsJob,
    LedgerLocks,
    EmploymentHistoryService,
    StaffPlacementService,
    ManagerReassignmentService,
    StaffTimeZonesService,
  ],
  exports: [StaffService, DepartmentsService, JobRolesService, EmploymentService, LedgerLocks, StaffTimeZonesService],
})
export class StaffModule {}
