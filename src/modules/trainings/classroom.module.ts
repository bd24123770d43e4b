import { Module } from '@nestjs/common';
import { Staff } from '../staff/staff.entity';
import { StaffModule } from '../staff/staff.module';
import { resourceContextProviders } from '../../crud/resource-context';
import { tenantRepositories } from '../../tenancy/tenancy.module';
import { TrainingAssignment } from './assignment.entity';
import { SeatReleaseService } from './seat-release.service';
import { SessionAttendanceService } from './session-attendance.service';
import { SessionBooking } from './session-booking.entity';
import { SessionBookingsService } from './session-bookings.service';
import { SessionCalendarService } from './session-calendar.service';
import { SessionSeatService } from './session-seat.service';
import { TrainingLocation } from './training-location.entity';
import { Training } from './training.entity';
import { TrainingSession } from './training-session.entity';
import { SessionBookingsController, TrainingSessionsController } from './training-sessions.controller';
import { TrainingSessionsService } from './training-sessions.service';
import { TrainingsModule } from './trainings.module';

@Module({
  imports: [StaffModule, TrainingsModule],
  controllers: [TrainingSessionsController, SessionBookingsController],
  providers: [
    ...tenantRepositories(TrainingSession, SessionBooking, Training, TrainingAssignment, TrainingLocation, Staff),
    ...resourceContextProviders(TrainingSession, SessionBooking),
    SessionSeatService,
    TrainingSessionsService,
    SessionBookingsService,
    SessionAttendanceService,
    SessionCalendarService,
    SeatReleaseService,
  ],
})
export class ClassroomModule {}
