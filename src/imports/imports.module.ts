import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module';
import { SkillLedgerModule } from '../skills/skill-ledger.module';
import { StaffModule } from '../staff/staff.module';
import { PlanUsageModule } from '../subscriptions/plan-usage.module';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { TrainingsModule } from '../trainings/trainings.module';
import { AssignmentsImport } from './assignments-import';
import { EvidenceImport } from './evidence-import';
import { ImportCheck } from './import-check.service';
import { ImportDocuments } from './import-documents';
import { ImportFile } from './import-file.entity';
import { ImportFiles } from './import-files.repository';
import { ImportJob } from './import-job';
import { ImportPlanner } from './import-planner';
import { ImportReferences } from './import-references';
import { ImportRow } from './import-row.entity';
import { ImportUndo } from './import-undo';
import { Importables } from './importables';
import { ImportsController } from './imports.controller';
import { Imports } from './imports.service';
import { MissingReferences } from './missing-references';
import { PastImports } from './past-imports';
import { StaffImport } from './staff-import';
import { TargetsImport } from './targets-import';

/** Files whose rows become records of a resource: of each whose definition says `imported_by`. */
@Module({
  imports: [IdentityModule, PlanUsageModule, StaffModule, SkillLedgerModule, TrainingsModule],
  controllers: [ImportsController],
  providers: [
    ...tenantRepositories(ImportFile, ImportRow),
    Importables,
    ImportReferences,
    MissingReferences,
    ImportPlanner,
    ImportFiles,
    ImportCheck,
    ImportUndo,
    ImportJob,
    ImportDocuments,
    Imports,
    PastImports,
    StaffImport,
    EvidenceImport,
    TargetsImport,
    AssignmentsImport,
  ],
})
export class ImportsModule {}
