import { Module } from '@nestjs/common';
import { StaffModule } from '../staff/staff.module';
import { resourceParts } from '../tenancy/resources/resource-parts';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { AskedEnrolments } from './asked-enrolments';
import { TrainingAssignment } from './assignment.entity';
import { EnrolmentRequest } from './enrolment-request.entity';
import { EnrolmentRequestsService } from './enrolment-requests.service';
import { EnrolmentRequestsController, TrainingEnrolmentController } from './enrolments.controller';
import { EnrolmentsService } from './enrolments.service';
import { TrainingsModule } from './trainings.module';

/** What people choose to learn themselves, at once or by approval. */
@Module({
  imports: [StaffModule, TrainingsModule],
  controllers: [TrainingEnrolmentController, EnrolmentRequestsController],
  providers: [
    ...tenantRepositories(EnrolmentRequest, TrainingAssignment),
    ...resourceParts(EnrolmentRequest),
    AskedEnrolments,
    EnrolmentsService,
    EnrolmentRequestsService,
  ],
})
export class EnrolmentModule {}
