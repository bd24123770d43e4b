import { Injectable } from '@nestjs/common';
import type { WriteOf } from '../contract/resource';
import { GRACE_MINUTES_MAX, type QuizRow, type quizzes } from '../contract/quizzes.resource';
import { pageOfAll } from '../platform/database/list-page';
import type { Where } from '../platform/database/where';
import type { ListRequest } from '../platform/definitions/list-query';
import { InvalidFields, NotFound, type AppError } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';
import { areFoundIn } from '../platform/folded';
import { idFromBytes } from '../platform/ids';
import { Announcements } from '../tenancy/announcements';
import { DryRuns } from '../tenancy/dry-runs';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceService } from '../tenancy/resources/resource-service';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';
import { QUIZ_CHANGED } from '../trainings/training.events';
import { AttemptHead } from './attempt.entity';
import { ExtraTime } from './extra-time.entity';
import { QuizExists } from './quiz.errors';
import { QuizDraw } from './quiz-draw.entity';
import { QuizSlot } from './quiz-slot.entity';
import { Quiz } from './quiz.entity';

const ASSIGNED = `SELECT DISTINCT a.training_id FROM training_assignment a
  WHERE a.customer_id = :customer_id AND a.staff_id = :staff_id AND a.state <> 'removed'`;

/** More than any quiz allows: it had no limit. */
const ATTEMPTS_MAX = 1_000_000;
/** Open assignments that have used up `:allowed` attempts, but not `:before`, without a pass. */
const WITHOUT_ATTEMPTS = `SELECT COUNT(*) AS stranded FROM (
  SELECT c.assignment_id FROM attempt c
  JOIN training_assignment a ON a.customer_id = :customer_id AND a.assignment_id = c.assignment_id
  WHERE c.customer_id = :customer_id AND c.quiz_id = :quiz_id AND c.status <> 'voided' AND a.state IN ('assigned', 'in_progress')
  GROUP BY c.assignment_id, a.extra_attempts
  HAVING COUNT(*) >= :allowed + a.extra_attempts AND COUNT(*) < :before + a.extra_attempts
    AND SUM(CASE WHEN c.result = 'passed' OR c.status = 'in_progress' THEN 1 ELSE 0 END) = 0) s`;

/** The quiz of a training and its rules. Its questions are in quiz-slots.service.ts. */
@Injectable()
export class QuizzesService extends ResourceService<Quiz, typeof quizzes> {
  constructor(
    @PartsOf(Quiz) parts: ResourceParts<Quiz>,
    @Records(QuizSlot) private readonly slots: TenantRepository<QuizSlot>,
    @Records(QuizDraw) private readonly draws: TenantRepository<QuizDraw>,
    @Records(ExtraTime) private readonly times: TenantRepository<ExtraTime>,
    @Records(AttemptHead) private readonly attempts: TenantRepository<AttemptHead>,
    private readonly queries: TenantQueries,
    private readonly announcements: Announcements,
    private readonly dryRuns: DryRuns,
  ) {
    super(parts);
  }

  /** A learner's quizzes are as few as their trainings: read whole, so that counting them is no fourth statement. */
  override async list(tenant: Tenant, request: ListRequest<Quiz>): Promise<PageOf<QuizRow>> {
    if (tenant.actor.role !== 'user') return super.list(tenant, request);
    const { where, order, search } = request;
    const own = await this.parts.records.find(tenant, await this.seen(tenant, where), { order });
    const found = search ? own.filter(({ title }) => areFoundIn(search.words, [title])) : own;
    const page = pageOfAll(found, request);
    return { ...page, rows: page.rows.map((record) => this.row(tenant, record)) };
  }

  /** By either id, or by both when they belong together. @throws NotFound */
  async matching(
    tenant: Tenant,
    ids: { quiz_id?: string | undefined; training_id?: string | undefined },
  ): Promise<Quiz> {
    const record = await this.parts.records.one(tenant, ids);
    if (!record) throw new NotFound('quiz');
    return record;
  }

  /** A learner sees the quizzes of what is assigned to them (contract.md, Who may do what). */
  protected override async seen(tenant: Tenant, asked: Where<Quiz>): Promise<Where<Quiz>> {
    const { role, staff_id } = tenant.actor;
    if (role !== 'user') return asked;
    const rows = staff_id ? await this.queries.rows<{ training_id: Uint8Array }>(tenant, ASSIGNED, { staff_id }) : [];
    const { anyOf, ...rest } = asked;
    const training_id = rows.map((row) => idFromBytes(row.training_id));
    return { ...rest, anyOf: [{ training_id, status: 'active', ...(anyOf && { anyOf }) }] };
  }

  protected override begun(given: Partial<Quiz>, body: WriteOf<typeof quizzes>): Partial<Quiz> {
    return { ...super.begun(given, body), question_count: 0, total_points: 0 };
  }

  protected override taken(): AppError {
    return new QuizExists();
  }

  /** @throws InvalidFields */
  protected override async beforeCreate(_: Tenant, made: readonly Partial<Quiz>[]): Promise<void> {
    for (const quiz of made) refuseHalfSaid(quiz);
  }

  /** @throws InvalidFields */
  protected override async beforeChange(_: Tenant, was: Quiz, given: Partial<Quiz>): Promise<Partial<Quiz>> {
    refuseHalfSaid({ ...was, ...given });
    return given;
  }

  /** A dry run tells how many learners would have no attempt left. */
  protected override async afterChange(tenant: Tenant, was: Quiz, change: Partial<Quiz>): Promise<void> {
    const { attempts_allowed } = change;
    const isFewer = attempts_allowed && attempts_allowed < (was.attempts_allowed ?? Infinity);
    if (!isFewer || !this.dryRuns.isRunning) return;
    const parameters = {
      quiz_id: was.quiz_id,
      allowed: attempts_allowed,
      before: was.attempts_allowed ?? ATTEMPTS_MAX,
    };
    const [row] = await this.queries.rows<{ stranded: number | string }>(tenant, WITHOUT_ATTEMPTS, parameters);
    const stranded = Number(row!.stranded);
    if (stranded) this.dryRuns.report({ stranded });
  }

  protected override async beforeRemove(tenant: Tenant, { quiz_id }: Quiz): Promise<void> {
    await this.slots.remove(tenant, { quiz_id });
    await this.draws.remove(tenant, { quiz_id });
    await this.times.remove(tenant, { quiz_id });
  }

  /** @throws ChecklistOpen if a published training requires the quiz */
  protected override async afterArchiveChange(tenant: Tenant, quiz_id: string): Promise<void> {
    const { training_id } = await this.record(tenant, quiz_id);
    await this.announcements.publish(QUIZ_CHANGED, tenant, { training_id });
  }

  /** @throws ChecklistOpen */
  protected override async afterRemove(tenant: Tenant, { training_id }: Quiz): Promise<void> {
    await this.announcements.publish(QUIZ_CHANGED, tenant, { training_id });
  }

  /** Only while nobody has attempted it. */
  protected override async usesOf(tenant: Tenant, quiz_id: string): Promise<Record<string, number>> {
    return { attempts: await this.attempts.count(tenant, { quiz_id }) };
  }
}

/** A rule that needs another one beside it. */
function refuseHalfSaid({ at_end, grace_minutes, review, attempts_allowed }: Partial<Quiz>): void {
  if (at_end === 'grace' && !grace_minutes)
    throw new InvalidFields({
      grace_minutes: [
        fieldError('grace_minutes', `Enter the grace period in minutes, 1 to ${GRACE_MINUTES_MAX}.`, {
          max: GRACE_MINUTES_MAX,
        }),
      ],
    });
  if (review === 'after_last' && !attempts_allowed)
    throw new InvalidFields({
      attempts_allowed: [
        fieldError('last_attempt', 'Set a number of attempts. Without a last attempt, answers are never shown.'),
      ],
    });
}
