import { Module } from '@nestjs/common';
import { StaffModule } from '../staff/staff.module';
import { resourceContextProviders } from '../../crud/resource-context';
import { tenantRepositories } from '../../tenancy/tenancy.module';
import { EnrolmentRequestStore } from './enrolment-request.store';
import { TrainingAssignment } from './assignment.entity';
import { EnrolmentRequest } from './enrolment-request.entity';
import { EnrolmentRequestsService } from './enrolment-requests.service';
import { EnrolmentRequestsController, TrainingEnrolmentController } from './enrolments.controller';
import { EnrolmentsService } from './enrolments.service';
import { TrainingsModule } from './trainings.module';

/** Self-enrolment, with or without approval. */
@Module({
  imports: [StaffModule, TrainingsModule],
  controllers: [TrainingEnrolmentController, EnrolmentRequestsController],
  providers: [
    ...tenantRepositories(EnrolmentRequest, TrainingAssignment),
    ...resourceContextProviders(EnrolmentRequest),
    EnrolmentRequestStore,
    EnrolmentsService,
    EnrolmentRequestsService,
  ],
})
export class EnrolmentModule {}
