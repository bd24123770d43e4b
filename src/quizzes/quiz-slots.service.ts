import { Injectable } from '@nestjs/common';
import type { PlacedQuestion } from '../contract/attempt-answers';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Transactions } from '../platform/database/transactions';
import { InvalidFields, NotFound } from '../platform/errors/app-error';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import type { QuestionKind } from './grading';
import type { DrawnQuestion } from './paper';
import { Question } from './question.entity';
import { QuizSlot } from './quiz-slot.entity';
import { Quiz } from './quiz.entity';
import type { SlotsWrite } from './quizzes.dto';
import { QuizzesService } from './quizzes.service';
import { fieldError } from '../platform/errors/field-error';

/** Which questions a quiz asks, in which order, for how many points. */
@Injectable()
export class QuizSlotsService {
  constructor(
    @Records(Quiz) private readonly quizzes: TenantRepository<Quiz>,
    @Records(QuizSlot) private readonly slots: TenantRepository<QuizSlot>,
    @Records(Question) private readonly questions: TenantRepository<Question>,
    private readonly service: QuizzesService,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws NotFound */
  async of(tenant: Tenant, quiz_id: string): Promise<PlacedQuestion[]> {
    await this.service.record(tenant, quiz_id);
    const questions = await this.drawn(tenant, quiz_id);
    return questions.map(({ question_id, points, kind, text }, at) => ({
      slot: at + 1,
      question_id,
      points,
      kind,
      text,
    }));
  }

  /**
   * All questions in their order; running attempts keep theirs. The quiz's version is counted up first, so that two
   * editors do not mix their lists. @throws NotFound, Stale, InvalidFields
   */
  async replace(tenant: Tenant, quiz_id: string, body: SlotsWrite): Promise<PlacedQuestion[]> {
    refuseRepeated(body.slots);
    await this.transactions.run(async () => {
      const known = await this.known(tenant, body.slots);
      const rows = body.slots.map(({ question_id, points }, at) => ({
        quiz_id,
        slot: at + 1,
        question_id,
        points: points ?? known.get(question_id)!.points,
      }));
      const total_points = rows.reduce((sum, { points }) => sum + points, 0);
      const change = { question_count: rows.length, total_points };
      if (!(await this.quizzes.change(tenant, { quiz_id }, change, body.row_version))) throw new NotFound('quiz');
      const was = await this.slots.find(tenant, { quiz_id }, { order: [['slot', 'asc']] });
      refuseArchived(body.slots, known, new Set(was.map(({ question_id }) => question_id)));
      await this.slots.remove(tenant, { quiz_id });
      await this.slots.insert(tenant, rows);
      await this.audit.record(
        auditEntry(tenant, 'quiz.slots', quiz_id, { slots: was.map(asked) }, { slots: rows.map(asked) }),
      );
    });
    return this.of(tenant, quiz_id);
  }

  /** The questions of a quiz with their options, in the quiz's order, worth what they are worth there. */
  async drawn(tenant: Tenant, quiz_id: string): Promise<DrawnQuestion[]> {
    const slots = await this.slots.find(tenant, { quiz_id }, { order: [['slot', 'asc']] });
    const records = await this.questions.find(tenant, { question_id: slots.map(({ question_id }) => question_id) });
    const known = new Map(records.map((record) => [record.question_id, record]));
    return slots.map(({ question_id, points }) => {
      const { kind, text, feedback, explanation, options } = known.get(question_id)!;
      return { question_id, kind: kind as QuestionKind, text, points, feedback, explanation, options };
    });
  }

  private async known(tenant: Tenant, slots: SlotsWrite['slots']): Promise<Map<string, Question>> {
    const found = await this.questions.find(tenant, { question_id: slots.map(({ question_id }) => question_id) });
    const known = new Map(found.map((record) => [record.question_id, record]));
    const at = slots.findIndex(({ question_id }) => !known.has(question_id));
    if (at >= 0)
      throw new InvalidFields({
        [`slots.${at}.question_id`]: [fieldError('reference', 'Choose an existing question.')],
      });
    return known;
  }
}

const asked = ({ question_id, points }: Pick<QuizSlot, 'question_id' | 'points'>) => ({ question_id, points });

function refuseRepeated(slots: SlotsWrite['slots']): void {
  const seen = new Set<string>();
  slots.forEach(({ question_id }, at) => {
    if (seen.has(question_id))
      throw new InvalidFields({
        [`slots.${at}.question_id`]: [fieldError('twice', 'This question is in the quiz twice.')],
      });
    seen.add(question_id);
  });
}

/** What was archived meanwhile may stay where it is, but is added nowhere. */
function refuseArchived(
  slots: SlotsWrite['slots'],
  known: ReadonlyMap<string, Question>,
  asked: ReadonlySet<string>,
): void {
  slots.forEach(({ question_id }, at) => {
    if (known.get(question_id)!.status === 'archived' && !asked.has(question_id)) {
      throw new InvalidFields({
        [`slots.${at}.question_id`]: [fieldError('archived', 'This question is archived. Restore it first.')],
      });
    }
  });
}
