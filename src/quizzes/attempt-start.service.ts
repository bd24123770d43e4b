import { Injectable } from '@nestjs/common';
import type { AttemptSheet } from '../contract/attempt-answers';
import { Clock } from '../platform/clock';
import { Transactions, isDuplicate } from '../platform/database/transactions';
import { toIso } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { newId } from '../platform/ids';
import { Records } from '../tenancy/tenancy.module';
import { SubscriptionExpired } from '../tenancy/tenancy.errors';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { AssignmentsService } from '../trainings/assignments.service';
import { AttemptFinishService } from './attempt-finish.service';
import { attemptSheet } from './attempt-sheet';
import { deadlineOf, MINUTE_MS, phaseAt } from './attempt-time';
import { AttemptStartQuery, type StartFacts } from './attempt-start.query';
import { Attempt } from './attempt.entity';
import { AttemptsService } from './attempts.service';
import { drawPaper, type DrawnQuestion } from './paper';
import { drawnFrom, isShort, type Drawn } from './placed-questions';
import {
  NoAttemptsLeft,
  NoStaffRecord,
  NotAssigned,
  NothingToAsk,
  PauseNotOver,
  TooFewToDraw,
  TrainingNotPublished,
} from './quiz.errors';

/** Each lost race means that somebody else of the same learner's tabs won: once is usual, twice is rare. */
const TRIES = 8;

/**
 * Begins an attempt, or continues the one that runs: a reload or a second tab is no second attempt (domain.md, Rules
 * that peers get wrong, 2). Two tabs at once are decided by the unique key (customer, staff, quiz, attempt_no).
 */
@Injectable()
export class AttemptStartService {
  constructor(
    @Records(Attempt) private readonly attempts: TenantRepository<Attempt>,
    private readonly query: AttemptStartQuery,
    private readonly service: AttemptsService,
    private readonly finish: AttemptFinishService,
    private readonly assignments: AssignmentsService,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @param quiz_id when given, it must be the training's
   * @throws NoStaffRecord, NotFound, NotAssigned, TrainingNotPublished, NothingToAsk, NoAttemptsLeft, PauseNotOver,
   *   TooFewToDraw, SubscriptionExpired (only a running one can be continued then)
   */
  async begin(tenant: Tenant, training_id: string, quiz_id?: string): Promise<AttemptSheet> {
    const { staff_id } = tenant.actor;
    if (!staff_id) throw new NoStaffRecord();
    for (let tries = 1; ; tries++) {
      const facts = await this.query.facts(tenant, staff_id, training_id);
      if (!facts || (quiz_id && facts.quiz_id !== quiz_id)) throw new NotFound('quiz');
      if (!facts.assignment) throw new NotAssigned();
      const now = this.clock.now();
      if (facts.last?.status === 'in_progress') {
        const { attempt_id, assignment_id } = facts.last;
        const isOfThisCycle = assignment_id === facts.assignment.assignment_id;
        if (isOfThisCycle && phaseAt(facts.last, now) !== 'over') return this.service.sheet(tenant, attempt_id);
        // Its time is over, or the training was assigned again meanwhile: it ends as its quiz said when it began.
        await this.finish.close(tenant, attempt_id, staff_id);
        continue;
      }
      if (tenant.isExpired(now)) throw new SubscriptionExpired();
      const drawn = drawnFrom(facts.places);
      demandStartable(facts, drawn, now);
      try {
        return await this.open(tenant, staff_id, facts, drawn.questions, now);
      } catch (error) {
        if (!isDuplicate(error) || tries === TRIES) throw error;
      }
    }
  }

  private async open(
    tenant: Tenant,
    staff_id: string,
    facts: StartFacts,
    questions: readonly DrawnQuestion[],
    now: number,
  ): Promise<AttemptSheet> {
    const { assignment, training_id } = facts;
    const record = {
      attempt_id: newId(now),
      staff_id,
      training_id,
      quiz_id: facts.quiz_id,
      assignment_id: assignment!.assignment_id,
      attempt_no: (facts.last_no ?? 0) + 1,
      status: 'in_progress',
      pass_mark: facts.pass_mark,
      started_at: now,
      deadline: deadlineOf(now, facts.time_limit_minutes, facts.extra_minutes),
      extra_minutes: facts.time_limit_minutes === null ? null : facts.extra_minutes,
      grace_minutes: facts.at_end === 'grace' ? facts.grace_minutes : null,
      submitted_at: null,
      correct_marks: null,
      total_marks: null,
      score_hundredths: null,
      result: null,
      paper: drawPaper(facts, questions),
    };
    const insert = () => this.attempts.insert(tenant, record);
    // A further try is this row alone; where the answer was lost it is found as the one that runs.
    if (assignment!.state !== 'assigned') await this.transactions.alone(insert);
    else
      await this.transactions.run(async () => {
        await insert();
        await this.assignments.begin(tenant, record.assignment_id);
      });
    const stamps = { customer_id: tenant.customer_id, created_at: now, updated_at: now, row_version: 1 };
    return attemptSheet(tenant, { ...record, ...stamps }, [], now);
  }
}

function demandStartable(facts: StartFacts, drawn: Drawn, now: number): void {
  if (facts.draft) throw new TrainingNotPublished();
  if (!facts.active || !facts.places.length) throw new NothingToAsk();
  if (facts.attempts_allowed !== null && facts.taken >= facts.attempts_allowed) {
    throw new NoAttemptsLeft(facts.attempts_allowed);
  }
  const again = (facts.last?.ended_at ?? -Infinity) + facts.pause_minutes * MINUTE_MS;
  if (facts.pause_minutes > 0 && now < again) throw new PauseNotOver(toIso(again));
  if (isShort(drawn)) throw new TooFewToDraw();
}
