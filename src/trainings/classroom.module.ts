import { Module } from '@nestjs/common';
import { Staff } from '../staff/staff.entity';
import { StaffModule } from '../staff/staff.module';
import { resourceParts } from '../tenancy/resources/resource-parts';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { TrainingAssignment } from './assignment.entity';
import { FreePlaces } from './free-places';
import { SessionAttendance } from './session-attendance.service';
import { SessionBooking } from './session-booking.entity';
import { SessionBookingsService } from './session-bookings.service';
import { SessionCalendars } from './session-calendars';
import { SessionSeats } from './session-seats';
import { TrainingLocation } from './training-location.entity';
import { Training } from './training.entity';
import { TrainingSession } from './training-session.entity';
import { SessionBookingsController, TrainingSessionsController } from './training-sessions.controller';
import { TrainingSessionsService } from './training-sessions.service';
import { TrainingsModule } from './trainings.module';

/** Sessions of classroom trainings: planned, booked, attended. */
@Module({
  imports: [StaffModule, TrainingsModule],
  controllers: [TrainingSessionsController, SessionBookingsController],
  providers: [
    ...tenantRepositories(TrainingSession, SessionBooking, Training, TrainingAssignment, TrainingLocation, Staff),
    ...resourceParts(TrainingSession, SessionBooking),
    SessionSeats,
    TrainingSessionsService,
    SessionBookingsService,
    SessionAttendance,
    SessionCalendars,
    FreePlaces,
  ],
})
export class ClassroomModule {}
