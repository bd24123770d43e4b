import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CERTIFICATES_ISSUED, type IssuedCertificate } from '../certificates/certificate.events';
import { dayAt } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { outsideRequest } from '../platform/http/request-context';
import { Log } from '../platform/logging/log';
import { QUIZ_ENDED, type EndedQuiz } from '../quizzes/quiz.events';
import { Announcements } from '../tenancy/announcements';
import type { Tenant } from '../tenancy/tenant';
import {
  ENROLMENT_NEWS,
  SESSION_NEWS,
  TRAININGS_ASSIGNED,
  type AssignedTrainings,
  type EnrolmentNews,
  type SessionNews,
} from '../trainings/training.events';
import { EnrolmentDeciders } from './enrolment-deciders.query';
import { NoticeWriter, type OwedNotice } from './notice-writer';

/**
 * Notices of events as they happen. "Assigned" and "certificate issued" are written in the transaction of the event. The
 * result of a quiz is written after the transaction of the attempt, so that submitting does not wait for it; the attempt
 * itself holds the result.
 */
@Injectable()
export class LearningNotices implements OnModuleInit {
  constructor(
    private readonly announcements: Announcements,
    private readonly writer: NoticeWriter,
    private readonly deciders: EnrolmentDeciders,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.announcements.listen(TRAININGS_ASSIGNED, (tenant, assigned) => this.assigned(tenant, assigned));
    this.announcements.listen(CERTIFICATES_ISSUED, (tenant, issued) => this.certified(tenant, issued));
    this.announcements.listen(SESSION_NEWS, (tenant, news) => this.session(tenant, news));
    this.announcements.listen(ENROLMENT_NEWS, (tenant, news) => this.enrolment(tenant, news));
    this.announcements.listen(QUIZ_ENDED, async (tenant, ended) =>
      this.transactions.afterCommit(() => outsideRequest(() => void this.ended(tenant, ended))),
    );
  }

  /** Who has chosen it knows it; who had to ask is told that it was approved. */
  private async assigned(
    tenant: Tenant,
    { assignments, assigned_on, renews, chosen }: AssignedTrainings,
  ): Promise<void> {
    if (chosen === 'self') return;
    await this.writer.write(
      tenant,
      assignments.map(({ assignment_id, staff_id, training_id }) => ({
        ...{ kind: 'assigned', subject: assignment_id, day: assigned_on },
        ...{ staff_id, training_id, assignment_id },
        ...(renews && { detail: 'renewal' }),
        ...(chosen && { kind: 'enrolment', detail: 'approved' }),
      })),
    );
  }

  private async certified(tenant: Tenant, issued: readonly IssuedCertificate[]): Promise<void> {
    await this.writer.write(
      tenant,
      issued.map(({ certificate_id, assignment_id, staff_id, training_id, issued_on }) => ({
        ...{ kind: 'certificate', subject: certificate_id, day: issued_on },
        ...{ staff_id, training_id, assignment_id },
      })),
    );
  }

  /** A version tells once of each; who left and came again on another version is told again. */
  private async session(
    tenant: Tenant,
    { what, session_id, training_id, version, staff_id }: SessionNews,
  ): Promise<void> {
    const day = dayAt(this.clock.now(), tenant.time_zone);
    await this.writer.write(
      tenant,
      staff_id.map((each) => ({
        ...{ kind: 'session', detail: what, subject: `${session_id} ${what} ${version}`, day },
        ...{ staff_id: each, training_id },
      })),
    );
  }

  /** Whoever decides hears that somebody asks, and whoever has asked that it was declined. */
  private async enrolment(tenant: Tenant, news: EnrolmentNews): Promise<void> {
    const { what, enrolment_request_id, version, training_id, staff_id } = news;
    const day = dayAt(this.clock.now(), tenant.time_zone);
    const about: Omit<OwedNotice, 'staff_id'> = {
      ...{ kind: 'enrolment', detail: what, subject: `${enrolment_request_id} ${what} ${version}`, day },
      training_id,
    };
    const readers = what === 'asked' ? await this.deciders.of(tenant, staff_id) : [staff_id];
    await this.writer.write(
      tenant,
      readers.map((each) => ({ ...about, staff_id: each, ...(what === 'asked' && { about_id: staff_id }) })),
    );
  }

  private async ended(tenant: Tenant, ended: EndedQuiz): Promise<void> {
    const { attempt_id, assignment_id, staff_id, training_id, result, submitted_at } = ended;
    const day = dayAt(submitted_at, tenant.time_zone);
    const owed: OwedNotice = {
      ...{ kind: 'result', subject: attempt_id, day, detail: result },
      ...{ staff_id, training_id, assignment_id, attempt_id },
    };
    await this.writer.write(tenant, [owed]).catch((error: unknown) => this.log.fault(error));
  }
}
