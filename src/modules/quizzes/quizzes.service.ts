import { Injectable } from '@nestjs/common';
import type { WriteOf } from '../../contract/resource';
import { GRACE_MINUTES_MAX, type QuizRow, type quizzes } from '../../contract/quizzes.resource';
import { paginateRows } from '../../infrastructure/database/list-page';
import type { Where } from '../../infrastructure/database/where';
import type { ListRequest } from '../../infrastructure/rest/list-query';
import { InvalidFieldsError, NotFoundError, type AppError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';
import { matchesSearchWords } from '../../common/text-normalization';
import { idFromBytes } from '../../common/ids';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { DryRunService } from '../../tenancy/dry-run.service';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { ResourceService } from '../../crud/resource.service';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { ListPage, TenantRepository } from '../../tenancy/tenant-repository';
import { QUIZ_CHANGED } from '../trainings/training.events';
import { AttemptHead } from './attempt.entity';
import { ExtraTime } from './extra-time.entity';
import { QuizExistsError } from './quiz.errors';
import { QuizDraw } from './quiz-draw.entity';
import { QuizSlot } from './quiz-slot.entity';
import { Quiz } from './quiz.entity';

const ASSIGNED_TRAININGS = `SELECT DISTINCT a.training_id FROM training_assignment a
  WHERE a.customer_id = :customer_id AND a.staff_id = :staff_id AND a.state <> 'removed'`;

/** Stands for "unlimited". */
const ATTEMPTS_MAX = 1_000_000;
/** Open assignments that have used up `:allowed` attempts, but not `:before`, without a pass. */
const COUNT_STRANDED = `SELECT COUNT(*) AS stranded FROM (
  SELECT c.assignment_id FROM attempt c
  JOIN training_assignment a ON a.customer_id = :customer_id AND a.assignment_id = c.assignment_id
  WHERE c.customer_id = :customer_id AND c.quiz_id = :quiz_id AND c.status <> 'voided' AND a.state IN ('assigned', 'in_progress')
  GROUP BY c.assignment_id, a.extra_attempts
  HAVING COUNT(*) >= :allowed + a.extra_attempts AND COUNT(*) < :before + a.extra_attempts
    AND SUM(CASE WHEN c.result = 'passed' OR c.status = 'in_progress' THEN 1 ELSE 0 END) = 0) s`;

/** Quizzes and their rules. The questions are in quiz-slots.service.ts. */
@Injectable()
export class QuizzesService extends ResourceService<Quiz, typeof quizzes> {
  constructor(
    @InjectResourceContext(Quiz) parts: ResourceContext<Quiz>,
    @InjectTenantRepository(QuizSlot) private readonly slots: TenantRepository<QuizSlot>,
    @InjectTenantRepository(QuizDraw) private readonly draws: TenantRepository<QuizDraw>,
    @InjectTenantRepository(ExtraTime) private readonly extraTimes: TenantRepository<ExtraTime>,
    @InjectTenantRepository(AttemptHead) private readonly attempts: TenantRepository<AttemptHead>,
    private readonly queries: TenantQueries,
    private readonly eventBus: DomainEventBus,
    private readonly dryRunService: DryRunService,
  ) {
    super(parts);
  }

  /** Learners have few quizzes: all are read at once, which saves the count statement. */
  override async list(tenant: Tenant, request: ListRequest<Quiz>): Promise<ListPage<QuizRow>> {
    if (tenant.actor.role !== 'user') return super.list(tenant, request);
    const { where, order, search } = request;
    const ownQuizzes = await this.context.records.find(tenant, await this.restrictToVisible(tenant, where), { order });
    const matches = search ? ownQuizzes.filter(({ title }) => matchesSearchWords(search.words, [title])) : ownQuizzes;
    const page = paginateRows(matches, request);
    return { ...page, rows: page.rows.map((record) => this.row(tenant, record)) };
  }

  /** Finds by either id, or by both if they belong together. @throws NotFoundError */
  async findByIds(
    tenant: Tenant,
    ids: { quiz_id?: string | undefined; training_id?: string | undefined },
  ): Promise<Quiz> {
    const record = await this.context.records.findOne(tenant, ids);
    if (!record) throw new NotFoundError('quiz');
    return record;
  }

  /** Learners see the active quizzes of their assigned trainings. */
  protected override async restrictToVisible(tenant: Tenant, where: Where<Quiz>): Promise<Where<Quiz>> {
    const { role, staff_id } = tenant.actor;
    if (role !== 'user') return where;
    const rows = staff_id
      ? await this.queries.rows<{ training_id: Uint8Array }>(tenant, ASSIGNED_TRAININGS, { staff_id })
      : [];
    const { anyOf, ...filters } = where;
    const training_id = rows.map((row) => idFromBytes(row.training_id));
    return { ...filters, anyOf: [{ training_id, status: 'active', ...(anyOf && { anyOf }) }] };
  }

  protected override buildNewRecord(fields: Partial<Quiz>, body: WriteOf<typeof quizzes>): Partial<Quiz> {
    return { ...super.buildNewRecord(fields, body), question_count: 0, total_points: 0 };
  }

  protected override buildValueTakenError(): AppError {
    return new QuizExistsError();
  }

  /** @throws InvalidFieldsError */
  protected override async beforeCreate(_: Tenant, newQuizzes: readonly Partial<Quiz>[]): Promise<void> {
    for (const quiz of newQuizzes) validateRules(quiz);
  }

  /** @throws InvalidFieldsError */
  protected override async beforeChange(_: Tenant, before: Quiz, fields: Partial<Quiz>): Promise<Partial<Quiz>> {
    validateRules({ ...before, ...fields });
    return fields;
  }

  /** A dry run reports how many learners would have no attempt left. */
  protected override async afterChange(tenant: Tenant, quizBefore: Quiz, change: Partial<Quiz>): Promise<void> {
    const { attempts_allowed } = change;
    const isFewer = attempts_allowed && attempts_allowed < (quizBefore.attempts_allowed ?? Infinity);
    if (!isFewer || !this.dryRunService.isRunning) return;
    const parameters = {
      quiz_id: quizBefore.quiz_id,
      allowed: attempts_allowed,
      before: quizBefore.attempts_allowed ?? ATTEMPTS_MAX,
    };
    const [row] = await this.queries.rows<{ stranded: number | string }>(tenant, COUNT_STRANDED, parameters);
    const stranded = Number(row!.stranded);
    if (stranded) this.dryRunService.report({ stranded });
  }

  protected override async beforeRemove(tenant: Tenant, { quiz_id }: Quiz): Promise<void> {
    await this.slots.remove(tenant, { quiz_id });
    await this.draws.remove(tenant, { quiz_id });
    await this.extraTimes.remove(tenant, { quiz_id });
  }

  /** @throws ChecklistIncompleteError if a published training requires the quiz */
  protected override async afterArchiveChange(tenant: Tenant, quiz_id: string): Promise<void> {
    const { training_id } = await this.record(tenant, quiz_id);
    await this.eventBus.publish(QUIZ_CHANGED, tenant, { training_id });
  }

  /** @throws ChecklistIncompleteError */
  protected override async afterRemove(tenant: Tenant, { training_id }: Quiz): Promise<void> {
    await this.eventBus.publish(QUIZ_CHANGED, tenant, { training_id });
  }

  /** Attempts prevent deletion. */
  protected override async countReferences(tenant: Tenant, quiz_id: string): Promise<Record<string, number>> {
    return { attempts: await this.attempts.count(tenant, { quiz_id }) };
  }
}

/** Rejects settings that require another setting. */
function validateRules({ at_end, grace_minutes, review, attempts_allowed }: Partial<Quiz>): void {
  if (at_end === 'grace' && !grace_minutes)
    throw new InvalidFieldsError({
      grace_minutes: [
        fieldError('grace_minutes', `Enter the grace period in minutes, 1 to ${GRACE_MINUTES_MAX}.`, {
          max: GRACE_MINUTES_MAX,
        }),
      ],
    });
  if (review === 'after_last' && !attempts_allowed)
    throw new InvalidFieldsError({
      attempts_allowed: [
        fieldError('last_attempt', 'Set a number of attempts. Without a last attempt, answers are never shown.'),
      ],
    });
}
