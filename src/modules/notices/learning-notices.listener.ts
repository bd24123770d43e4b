import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CERTIFICATES_ISSUED, type IssuedCertificate } from '../certificates/certificate.events';
import { dayAt } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { runOutsideRequest } from '../../common/http/request-context';
import { AppLogger } from '../../infrastructure/logging/app-logger';
import { QUIZ_ENDED, type EndedQuiz } from '../quizzes/quiz.events';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import type { Tenant } from '../../tenancy/tenant';
import {
  ENROLMENT_REQUEST_CHANGED,
  SESSION_BOOKINGS_CHANGED,
  TRAININGS_ASSIGNED,
  type AssignedTrainings,
  type EnrolmentRequestChange,
  type SessionBookingsChange,
} from '../trainings/training.events';
import { EnrolmentDecidersQuery } from './enrolment-deciders.query';
import { NoticeWriter, type NewNotice } from './notice-writer';

/**
 * Writes notices of domain events. "Assigned" and "certificate issued" are written in the transaction of the event. The
 * result of a quiz is written after the commit, so that submitting does not wait for it; the attempt has the result
 * anyway.
 */
@Injectable()
export class LearningNoticesListener implements OnModuleInit {
  constructor(
    private readonly eventBus: DomainEventBus,
    private readonly writer: NoticeWriter,
    private readonly deciders: EnrolmentDecidersQuery,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
    private readonly logger: AppLogger,
  ) {}

  onModuleInit(): void {
    this.eventBus.listen(TRAININGS_ASSIGNED, (tenant, event) => this.handleAssigned(tenant, event));
    this.eventBus.listen(CERTIFICATES_ISSUED, (tenant, issued) => this.handleCertified(tenant, issued));
    this.eventBus.listen(SESSION_BOOKINGS_CHANGED, (tenant, news) => this.handleSessionNews(tenant, news));
    this.eventBus.listen(ENROLMENT_REQUEST_CHANGED, (tenant, news) => this.handleEnrolmentNews(tenant, news));
    this.eventBus.listen(QUIZ_ENDED, async (tenant, event) =>
      this.transactions.afterCommit(() => runOutsideRequest(() => void this.handleQuizEnded(tenant, event))),
    );
  }

  /** Self-enrolled learners are not notified; after an approved request they are. */
  private async handleAssigned(
    tenant: Tenant,
    { assignments, assigned_on, renews, chosen }: AssignedTrainings,
  ): Promise<void> {
    if (chosen === 'self') return;
    await this.writer.write(
      tenant,
      assignments.map(({ assignment_id, staff_id, training_id }) => ({
        kind: 'assigned',
        subject: assignment_id,
        day: assigned_on,
        staff_id,
        training_id,
        assignment_id,
        ...(renews && { detail: 'renewal' }),
        ...(chosen && { kind: 'enrolment', detail: 'approved' }),
      })),
    );
  }

  private async handleCertified(tenant: Tenant, issued: readonly IssuedCertificate[]): Promise<void> {
    await this.writer.write(
      tenant,
      issued.map(({ certificate_id, assignment_id, staff_id, training_id, issued_on }) => ({
        kind: 'certificate',
        subject: certificate_id,
        day: issued_on,
        staff_id,
        training_id,
        assignment_id,
      })),
    );
  }

  /** One notice per version of the session; booking again under a new version notifies again. */
  private async handleSessionNews(
    tenant: Tenant,
    { what, session_id, training_id, version, staff_id }: SessionBookingsChange,
  ): Promise<void> {
    const day = dayAt(this.clock.now(), tenant.time_zone);
    await this.writer.write(
      tenant,
      staff_id.map((each) => ({
        kind: 'session',
        detail: what,
        subject: `${session_id} ${what} ${version}`,
        day,
        staff_id: each,
        training_id,
      })),
    );
  }

  /** Notifies the deciders of a new request, and the requester of a rejection. */
  private async handleEnrolmentNews(tenant: Tenant, news: EnrolmentRequestChange): Promise<void> {
    const { what, enrolment_request_id, version, training_id, staff_id } = news;
    const day = dayAt(this.clock.now(), tenant.time_zone);
    const shared: Omit<NewNotice, 'staff_id'> = {
      kind: 'enrolment',
      detail: what,
      subject: `${enrolment_request_id} ${what} ${version}`,
      day,
      training_id,
    };
    const recipients = what === 'asked' ? await this.deciders.findFor(tenant, staff_id) : [staff_id];
    await this.writer.write(
      tenant,
      recipients.map((each) => ({ ...shared, staff_id: each, ...(what === 'asked' && { about_id: staff_id }) })),
    );
  }

  private async handleQuizEnded(tenant: Tenant, event: EndedQuiz): Promise<void> {
    const { attempt_id, assignment_id, staff_id, training_id, result, submitted_at } = event;
    const day = dayAt(submitted_at, tenant.time_zone);
    const notice: NewNotice = {
      kind: 'result',
      subject: attempt_id,
      day,
      detail: result,
      staff_id,
      training_id,
      assignment_id,
      attempt_id,
    };
    await this.writer.write(tenant, [notice]).catch((error: unknown) => this.logger.fault(error));
  }
}
