import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module';
import { SkillsModule } from '../skills/skills.module';
import { StaffModule } from '../staff/staff.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { tenantRepositories } from '../../tenancy/tenancy.module';
import { TrainingsModule } from '../trainings/trainings.module';
import { AssignmentImportRules } from './assignment-import.rules';
import { EvidenceImportRules } from './evidence-import.rules';
import { ImportCheckService } from './import-check.service';
import { ImportDocumentsService } from './import-documents.service';
import { ImportFile } from './import-file.entity';
import { ImportFilesRepository } from './import-files.repository';
import { ImportJob } from './import-job';
import { ImportPlanner } from './import-planner';
import { ImportReferenceResolver } from './import-reference-resolver';
import { ImportRow } from './import-row.entity';
import { ImportUndoService } from './import-undo.service';
import { ImportableRegistry } from './importable-registry';
import { ImportsController } from './imports.controller';
import { ImportsService } from './imports.service';
import { MissingReferencesService } from './missing-references.service';
import { ImportRetentionJob } from './import-retention.job';
import { StaffImportRules } from './staff-import.rules';
import { TargetImportRules } from './target-import.rules';

/** Imports files as records of the resources whose definition has `imported_by`. */
@Module({
  imports: [IdentityModule, SubscriptionsModule, StaffModule, SkillsModule, TrainingsModule],
  controllers: [ImportsController],
  providers: [
    ...tenantRepositories(ImportFile, ImportRow),
    ImportableRegistry,
    ImportReferenceResolver,
    MissingReferencesService,
    ImportPlanner,
    ImportFilesRepository,
    ImportCheckService,
    ImportUndoService,
    ImportJob,
    ImportDocumentsService,
    ImportsService,
    ImportRetentionJob,
    StaffImportRules,
    EvidenceImportRules,
    TargetImportRules,
    AssignmentImportRules,
  ],
})
export class ImportsModule {}
