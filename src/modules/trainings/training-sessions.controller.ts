import { Body, Get, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { trainingSessions } from '../../contract/training-sessions.resource';
import { ApiRow } from '../../infrastructure/rest/api-list';
import { IdParam } from '../../common/rest/id-param';
import { Allow, CurrentTenant } from '../../tenancy/access.decorators';
import { getResourceDtos } from '../../crud/resource-dtos';
import { createReadController, ResourceController, createCrudController } from '../../crud/crud-controller';
import type { Tenant } from '../../tenancy/tenant';
import { SessionAttendanceService } from './session-attendance.service';
import { SessionBooking } from './session-booking.entity';
import { SessionBookingsService } from './session-bookings.service';
import { SessionCalendarService } from './session-calendar.service';
import { TrainingSession } from './training-session.entity';
import {
  AttendanceDto,
  OwnPlaceDto,
  SessionBookedDto,
  SessionLeftDto,
  SessionMarks,
  SessionPeople,
} from './training-sessions.dto';
import { TrainingSessionsService } from './training-sessions.service';

const { row: SessionRow } = getResourceDtos(TrainingSession);

@ResourceController(SessionBooking)
export class SessionBookingsController extends createReadController(SessionBooking, SessionBookingsService) {}

@ResourceController(TrainingSession)
export class TrainingSessionsController extends createCrudController(TrainingSession, TrainingSessionsService) {
  constructor(
    sessions: TrainingSessionsService,
    private readonly bookings: SessionBookingsService,
    private readonly attendance: SessionAttendanceService,
    private readonly calendars: SessionCalendarService,
  ) {
    super(sessions);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(SessionRow)
  cancel(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.service.cancel(tenant, id);
  }

  @Post(':id/bookings')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: SessionBookedDto })
  bookPeople(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: SessionPeople) {
    return this.bookings.book(tenant, id, body.staff_id);
  }

  @Post(':id/bookings/cancel')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: SessionLeftDto })
  cancelBookings(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: SessionPeople) {
    return this.bookings.cancel(tenant, id, body.staff_id);
  }

  @Post(':id/book')
  @HttpCode(200)
  @Allow('admin', 'user')
  @ApiOkResponse({ type: OwnPlaceDto })
  book(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.bookings.bookOwn(tenant, id);
  }

  @Post(':id/leave')
  @HttpCode(200)
  @Allow('admin', 'user')
  @ApiOkResponse({ type: OwnPlaceDto })
  leave(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.bookings.cancelOwn(tenant, id);
  }

  @Post(':id/attendance')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: AttendanceDto })
  mark(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: SessionMarks) {
    return this.attendance.mark(tenant, id, body);
  }

  @Get(':id/calendar')
  @Allow(...trainingSessions.read)
  @ApiProduces('text/calendar')
  @ApiOkResponse({ description: 'A calendar file (RFC 5545).', schema: { type: 'string' } })
  async calendar(
    @CurrentTenant() tenant: Tenant,
    @IdParam() id: string,
    @Res({ passthrough: true }) answer: FastifyReply,
  ): Promise<string> {
    const file = await this.calendars.buildFile(tenant, id);
    answer.header('Content-Type', 'text/calendar; charset=utf-8');
    answer.header('Content-Disposition', `attachment; filename="session-${id}.ics"`);
    return file;
  }
}
