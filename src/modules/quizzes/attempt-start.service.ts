import { Injectable } from '@nestjs/common';
import type { AttemptSheet } from '../../contract/attempt.responses';
import { Clock } from '../../common/clock';
import { TransactionManager, isUniqueViolation } from '../../infrastructure/database/transaction-manager';
import { toIso } from '../../common/rest/row';
import { NotFoundError } from '../../common/errors/app-error';
import { newId } from '../../common/ids';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import { SubscriptionExpiredError } from '../../tenancy/tenancy.errors';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { AssignmentsService } from '../trainings/assignments.service';
import { AttemptFinishService } from './attempt-finish.service';
import { toAttemptSheet } from './attempt-sheet';
import { deadlineOf, MINUTE_MS, phaseAt } from './attempt-time';
import { AttemptStartQuery, type AttemptStartState } from './attempt-start.query';
import { Attempt } from './attempt.entity';
import { AttemptsService } from './attempts.service';
import { createPaper, type DrawnQuestion } from './paper';
import { drawQuestions, hasMissingQuestions, type DrawResult } from './quiz-question-selection';
import {
  NoAttemptsLeftError,
  NoStaffRecordError,
  NotAssignedError,
  QuizNotReadyError,
  AttemptPauseError,
  NotEnoughQuestionsError,
  TrainingNotPublishedError,
} from './quiz.errors';

/** Retries after races between browser tabs of the same learner. */
const MAX_TRIES = 8;

/**
 * Starts an attempt, or continues the running one: a reload or a second tab starts no second attempt. Concurrent starts
 * are decided by the unique key (customer, staff, quiz, attempt_no).
 */
@Injectable()
export class AttemptStartService {
  constructor(
    @InjectTenantRepository(Attempt) private readonly attempts: TenantRepository<Attempt>,
    private readonly query: AttemptStartQuery,
    private readonly attemptsService: AttemptsService,
    private readonly finishService: AttemptFinishService,
    private readonly assignments: AssignmentsService,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  /**
   * @param quiz_id if set, it must be the training's quiz
   * @throws NoStaffRecord, NotFoundError, NotAssignedError, TrainingNotPublishedError, QuizNotReadyError, NoAttemptsLeftError, AttemptPauseError,
   * NotEnoughQuestionsError, SubscriptionExpiredError (a running attempt can still be continued)
   */
  async startOrContinue(tenant: Tenant, training_id: string, quiz_id?: string): Promise<AttemptSheet> {
    const { staff_id } = tenant.actor;
    if (!staff_id) throw new NoStaffRecordError();
    for (let tries = 1; ; tries++) {
      const state = await this.query.load(tenant, staff_id, training_id);
      if (!state || (quiz_id && state.quiz_id !== quiz_id)) throw new NotFoundError('quiz');
      if (!state.assignment) throw new NotAssignedError();
      const now = this.clock.now();
      if (state.last?.status === 'in_progress') {
        const { attempt_id, assignment_id } = state.last;
        const isOfThisCycle = assignment_id === state.assignment.assignment_id;
        if (isOfThisCycle && phaseAt(state.last, now) !== 'over') return this.attemptsService.sheet(tenant, attempt_id);
        // Its time is over, or the training was assigned again: it ends by the quiz's setting at the start.
        await this.finishService.close(tenant, attempt_id, staff_id);
        continue;
      }
      if (tenant.isExpired(now)) throw new SubscriptionExpiredError();
      const drawResult = drawQuestions(state.slots);
      requireStartable(state, drawResult, now);
      try {
        return await this.insertAttempt(tenant, staff_id, state, drawResult.questions, now);
      } catch (error) {
        if (!isUniqueViolation(error) || tries === MAX_TRIES) throw error;
      }
    }
  }

  private async insertAttempt(
    tenant: Tenant,
    staff_id: string,
    state: AttemptStartState,
    questions: readonly DrawnQuestion[],
    now: number,
  ): Promise<AttemptSheet> {
    const { assignment, training_id } = state;
    const record = {
      attempt_id: newId(now),
      staff_id,
      training_id,
      quiz_id: state.quiz_id,
      assignment_id: assignment!.assignment_id,
      attempt_no: (state.last_no ?? 0) + 1,
      status: 'in_progress',
      pass_mark: state.pass_mark,
      started_at: now,
      deadline: deadlineOf(now, state.time_limit_minutes, state.extra_minutes),
      extra_minutes: state.time_limit_minutes === null ? null : state.extra_minutes,
      grace_minutes: state.at_end === 'grace' ? state.grace_minutes : null,
      submitted_at: null,
      correct_marks: null,
      total_marks: null,
      score_hundredths: null,
      result: null,
      paper: createPaper(state, questions),
    };
    const insert = () => this.attempts.insert(tenant, record);
    // A single-row insert: if its response is lost, the retry continues the inserted attempt.
    if (assignment!.state !== 'assigned') await this.transactions.autocommit(insert);
    else
      await this.transactions.run(async () => {
        await insert();
        await this.assignments.start(tenant, record.assignment_id);
      });
    const stamps = { customer_id: tenant.customer_id, created_at: now, updated_at: now, row_version: 1 };
    return toAttemptSheet(tenant, { ...record, ...stamps }, [], now);
  }
}

function requireStartable(state: AttemptStartState, drawResult: DrawResult, now: number): void {
  if (state.draft) throw new TrainingNotPublishedError();
  if (!state.active || !state.slots.length) throw new QuizNotReadyError();
  if (state.attempts_allowed !== null && state.taken >= state.attempts_allowed) {
    throw new NoAttemptsLeftError(state.attempts_allowed);
  }
  const nextStart = (state.last?.ended_at ?? -Infinity) + state.pause_minutes * MINUTE_MS;
  if (state.pause_minutes > 0 && now < nextStart) throw new AttemptPauseError(toIso(nextStart));
  if (hasMissingQuestions(drawResult)) throw new NotEnoughQuestionsError();
}
