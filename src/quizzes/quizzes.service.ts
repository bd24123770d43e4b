import { Injectable } from '@nestjs/common';
import { quizzes as definition, type QuizRow } from '../contract/quizzes.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions, isDuplicate, isForeignKeyRefusal } from '../platform/database/transactions';
import { pageOfAll } from '../platform/database/bounded-list';
import type { ListRequest } from '../platform/definitions/list-query';
import { recordOf, rowOf } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { areFoundIn } from '../platform/folded';
import { newId, idFromBytes } from '../platform/ids';
import { StillInUse, UnknownReference } from '../staff/staff.errors';
import { auditEntry, sameFields } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';
import { AttemptHead } from './attempt.entity';
import { QuizExists } from './quiz.errors';
import { QuizSlot } from './quiz-slot.entity';
import { Quiz } from './quiz.entity';
import type { QuizChange, QuizWrite } from './quizzes.dto';

const ASSIGNED = `SELECT DISTINCT a.training_id FROM training_assignment a
  WHERE a.customer_id = :customer_id AND a.staff_id = :staff_id AND a.state <> 'removed'`;

/** The quiz of a training and its rules. Its questions are in quiz-slots.service.ts. */
@Injectable()
export class QuizzesService {
  constructor(
    @Records(Quiz) private readonly quizzes: TenantRepository<Quiz>,
    @Records(QuizSlot) private readonly slots: TenantRepository<QuizSlot>,
    @Records(AttemptHead) private readonly attempts: TenantRepository<AttemptHead>,
    private readonly queries: TenantQueries,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** A learner sees the quizzes of what is assigned to them (contract.md, Who may do what). */
  async list(tenant: Tenant, request: ListRequest<Quiz>): Promise<PageOf<QuizRow>> {
    const page =
      tenant.actor.role === 'user' ? await this.ownPage(tenant, request) : await this.quizzes.page(tenant, request);
    return { ...page, rows: page.rows.map((record) => rowOf(definition, record)) };
  }

  /** A learner's quizzes are as few as their trainings: read whole, so that counting them is no fourth statement. */
  private async ownPage(tenant: Tenant, request: ListRequest<Quiz>): Promise<PageOf<Quiz>> {
    const { where, order, search } = request;
    const own = await this.quizzes.find(tenant, await this.ofAssigned(tenant, where), { order });
    return pageOfAll(search ? own.filter(({ title }) => areFoundIn(search.words, [title])) : own, request);
  }

  /** @throws NotFound */
  async one(tenant: Tenant, quiz_id: string): Promise<QuizRow> {
    const asked = { quiz_id };
    const where = tenant.actor.role === 'user' ? await this.ofAssigned(tenant, asked) : asked;
    const record = await this.quizzes.one(tenant, where);
    if (!record) throw new NotFound('quiz');
    return rowOf(definition, record);
  }

  /** @throws QuizExists, UnknownReference */
  async create(tenant: Tenant, body: QuizWrite): Promise<QuizRow> {
    const record = {
      ...(recordOf(definition, body, 'create') as Partial<Quiz>),
      quiz_id: newId(this.clock.now()),
      question_count: 0,
      total_points: 0,
      status: 'active',
    };
    try {
      await this.transactions.run(async () => {
        await this.quizzes.insert(tenant, record);
        await this.audit.record(auditEntry(tenant, 'quiz.create', record.quiz_id, null, record));
      });
    } catch (error) {
      if (isDuplicate(error)) throw new QuizExists();
      if (isForeignKeyRefusal(error)) throw new UnknownReference('training_id');
      throw error;
    }
    return this.one(tenant, record.quiz_id);
  }

  /** Attempts that run keep the rules they began with. @throws NotFound, Stale */
  async change(tenant: Tenant, quiz_id: string, body: QuizChange): Promise<QuizRow> {
    const change = recordOf(definition, body, 'change') as Partial<Quiz>;
    await this.transactions.run(async () => {
      const was = await this.record(tenant, quiz_id);
      if (!(await this.quizzes.change(tenant, { quiz_id }, change, body.row_version))) throw new NotFound('quiz');
      await this.audit.record(auditEntry(tenant, 'quiz.change', quiz_id, sameFields(was, change), change));
    });
    return this.one(tenant, quiz_id);
  }

  /** Archived, it starts no new attempt. @throws NotFound */
  async setStatus(tenant: Tenant, quiz_id: string, status: 'active' | 'archived'): Promise<QuizRow> {
    await this.transactions.run(async () => {
      const was = await this.record(tenant, quiz_id);
      if (was.status === status) return;
      await this.quizzes.update(tenant, { quiz_id }, { status });
      await this.audit.record(
        auditEntry(
          tenant,
          status === 'active' ? 'quiz.restore' : 'quiz.archive',
          quiz_id,
          { status: was.status },
          { status },
        ),
      );
    });
    return this.one(tenant, quiz_id);
  }

  /** Only while nobody has attempted it. @throws NotFound, StillInUse */
  async remove(tenant: Tenant, quiz_id: string): Promise<void> {
    try {
      await this.transactions.run(async () => {
        const was = await this.record(tenant, quiz_id);
        await this.slots.remove(tenant, { quiz_id });
        await this.quizzes.remove(tenant, { quiz_id });
        await this.audit.record(auditEntry(tenant, 'quiz.delete', quiz_id, was, null));
      });
    } catch (error) {
      if (!isForeignKeyRefusal(error)) throw error;
      throw new StillInUse('quiz', { attempts: await this.attempts.count(tenant, { quiz_id }) });
    }
  }

  /** @throws NotFound */
  async record(tenant: Tenant, quiz_id: string): Promise<Quiz> {
    return this.matching(tenant, { quiz_id });
  }

  /** By either id, or by both when they belong together. @throws NotFound */
  async matching(
    tenant: Tenant,
    ids: { quiz_id?: string | undefined; training_id?: string | undefined },
  ): Promise<Quiz> {
    const record = await this.quizzes.one(tenant, ids);
    if (!record) throw new NotFound('quiz');
    return record;
  }

  private async ofAssigned(tenant: Tenant, asked: ListRequest<Quiz>['where']): Promise<ListRequest<Quiz>['where']> {
    const { staff_id } = tenant.actor;
    const rows = staff_id ? await this.queries.rows<{ training_id: Uint8Array }>(tenant, ASSIGNED, { staff_id }) : [];
    const { anyOf, ...rest } = asked;
    const training_id = rows.map((row) => idFromBytes(row.training_id));
    return { ...rest, anyOf: [{ training_id, status: 'active', ...(anyOf && { anyOf }) }] };
  }
}
