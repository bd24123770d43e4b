import { Injectable } from '@nestjs/common';
import { questions as definition, type QuestionRow } from '../contract/questions.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions, isForeignKeyRefusal } from '../platform/database/transactions';
import type { ListRequest } from '../platform/definitions/list-query';
import { recordOf, rowOf } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { newId } from '../platform/ids';
import { StillInUse, UnknownReference } from '../staff/staff.errors';
import { auditEntry, sameFields } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';
import type { QuestionKind } from './grading';
import { FRACTION_SCALE } from './paper';
import { keptOptions, refuseOptions } from './question-options';
import { Question } from './question.entity';
import type { QuestionChange, QuestionWrite } from './questions.dto';
import { QuizSlot } from './quiz-slot.entity';

/** The bank of questions with their options. Attempts hold copies, so nothing here changes an attempt. */
@Injectable()
export class QuestionsService {
  constructor(
    @Records(Question) private readonly questions: TenantRepository<Question>,
    @Records(QuizSlot) private readonly slots: TenantRepository<QuizSlot>,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async list(tenant: Tenant, request: ListRequest<Question>): Promise<PageOf<QuestionRow>> {
    const page = await this.questions.page(tenant, request);
    return { ...page, rows: page.rows.map(questionRow) };
  }

  /** @throws NotFound */
  async one(tenant: Tenant, question_id: string): Promise<QuestionRow> {
    return questionRow(await this.record(tenant, question_id));
  }

  /** @throws InvalidFields on options that cannot be asked, UnknownReference */
  async create(tenant: Tenant, body: QuestionWrite): Promise<QuestionRow> {
    const record = {
      ...(recordOf(definition, body, 'create') as Partial<Question>),
      question_id: newId(this.clock.now()),
      options: keptOptions(body.kind as QuestionKind, body.options, [], this.makeId),
      status: 'active',
    };
    await this.knowingSkills(() =>
      this.transactions.run(async () => {
        await this.questions.insert(tenant, record);
        await this.audit.record(auditEntry(tenant, 'question.create', record.question_id, null, record));
      }),
    );
    return this.one(tenant, record.question_id);
  }

  /** @throws NotFound, Stale, InvalidFields, UnknownReference */
  async change(tenant: Tenant, question_id: string, body: QuestionChange): Promise<QuestionRow> {
    const change = recordOf(definition, body, 'change') as Partial<Question>;
    await this.knowingSkills(() =>
      this.transactions.run(async () => {
        const was = await this.record(tenant, question_id);
        const kind = (change.kind ?? was.kind) as QuestionKind;
        if (body.options) change.options = keptOptions(kind, body.options, was.options, this.makeId);
        else refuseOptions(kind, was.options);
        if (!(await this.questions.change(tenant, { question_id }, change, body.row_version)))
          throw new NotFound('question');
        await this.audit.record(auditEntry(tenant, 'question.change', question_id, sameFields(was, change), change));
      }),
    );
    return this.one(tenant, question_id);
  }

  /** Archived, it stays where it is asked already and is offered nowhere else. @throws NotFound */
  async setStatus(tenant: Tenant, question_id: string, status: 'active' | 'archived'): Promise<QuestionRow> {
    await this.transactions.run(async () => {
      const was = await this.record(tenant, question_id);
      if (was.status === status) return;
      await this.questions.update(tenant, { question_id }, { status });
      await this.audit.record(
        auditEntry(
          tenant,
          status === 'active' ? 'question.restore' : 'question.archive',
          question_id,
          { status: was.status },
          { status },
        ),
      );
    });
    return this.one(tenant, question_id);
  }

  /** @throws NotFound, StillInUse with the number of quizzes that ask it */
  async remove(tenant: Tenant, question_id: string): Promise<void> {
    try {
      await this.transactions.run(async () => {
        const was = await this.record(tenant, question_id);
        await this.questions.remove(tenant, { question_id });
        await this.audit.record(auditEntry(tenant, 'question.delete', question_id, was, null));
      });
    } catch (error) {
      if (!isForeignKeyRefusal(error)) throw error;
      throw new StillInUse('question', { quizzes: await this.slots.count(tenant, { question_id }) });
    }
  }

  private readonly makeId = (): string => newId(this.clock.now());

  private async record(tenant: Tenant, question_id: string): Promise<Question> {
    const record = await this.questions.one(tenant, { question_id });
    if (!record) throw new NotFound('question');
    return record;
  }

  private async knowingSkills(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (isForeignKeyRefusal(error)) throw new UnknownReference('skill_id');
      throw error;
    }
  }
}

function questionRow(record: Question): QuestionRow {
  const options = record.options.map((option) => ({ ...option, fraction: option.fraction / FRACTION_SCALE }));
  return { ...rowOf(definition, record), options };
}
