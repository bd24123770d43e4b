import { Injectable } from '@nestjs/common';
import type { TransactionBatch } from '../../tenancy/transaction-batch';
import type { MovedRows } from '../../tenancy/reassignments.service';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { AttemptHead } from './attempt.entity';
import { QuizSlot } from './quiz-slot.entity';
import { Quiz } from './quiz.entity';

/** Row writes per quiz: its version, its slot and its two totals. */
const ROWS_PER_QUIZ = 4;

/**
 * Replaces a question by another one in quizzes without attempts, for the same points. A quiz with attempts keeps its
 * questions: its results would no longer be comparable.
 */
@Injectable()
export class QuestionReassignmentService {
  constructor(
    @InjectTenantRepository(Quiz) private readonly quizzes: TenantRepository<Quiz>,
    @InjectTenantRepository(QuizSlot) private readonly slots: TenantRepository<QuizSlot>,
    @InjectTenantRepository(AttemptHead) private readonly attempts: TenantRepository<AttemptHead>,
  ) {}

  /** As many quizzes as the batch allows, in the open transaction. */
  async replaceInQuizzes(
    tenant: Tenant,
    from: string,
    to: string,
    transactionBatch: TransactionBatch,
  ): Promise<Record<string, MovedRows>> {
    const { unattempted: replaceable } = await this.findQuizzes(tenant, from);
    const candidates = replaceable.toSorted().slice(0, transactionBatch.readLimit(ROWS_PER_QUIZ));
    const quizIds = transactionBatch.take(candidates, ROWS_PER_QUIZ);
    if (!quizIds.length) return { quizzes: { was: [] } };
    // Increments the version of each quiz first, as when its slots are replaced (quiz-slots.service.ts).
    await this.quizzes.update(tenant, { quiz_id: quizIds }, {});
    const quizzesWithBoth = (await this.slots.find(tenant, { quiz_id: quizIds, question_id: to })).map(
      ({ quiz_id }) => quiz_id,
    );
    if (quizzesWithBoth.length) await this.dropSlots(tenant, quizzesWithBoth, from);
    await this.slots.update(tenant, { quiz_id: quizIds, question_id: from }, { question_id: to });
    return { quizzes: { was: quizIds } };
  }

  /** Usage counts that prevent deletion. */
  async countUsage(tenant: Tenant, question_id: string): Promise<{ quizzes: number; attempted_quizzes: number }> {
    const { unattempted, attempted } = await this.findQuizzes(tenant, question_id);
    return { quizzes: unattempted.length, attempted_quizzes: attempted };
  }

  private async findQuizzes(
    tenant: Tenant,
    question_id: string,
  ): Promise<{ unattempted: string[]; attempted: number }> {
    const quiz_id = (await this.slots.find(tenant, { question_id })).map((slot) => slot.quiz_id);
    if (!quiz_id.length) return { unattempted: [], attempted: 0 };
    const attemptedIds = this.attempts.selectColumn(tenant, { quiz_id }, 'quiz_id');
    const attempted = new Set(
      (await this.quizzes.find(tenant, { quiz_id: { among: attemptedIds } })).map((quiz) => quiz.quiz_id),
    );
    return { unattempted: quiz_id.filter((id) => !attempted.has(id)), attempted: attempted.size };
  }

  /** A quiz with both questions keeps the new one and loses the slot of the old one. */
  private async dropSlots(tenant: Tenant, quiz_id: readonly string[], question_id: string): Promise<void> {
    const removedSlots = await this.slots.find(tenant, { quiz_id: [...quiz_id], question_id });
    await this.slots.remove(tenant, { quiz_id: [...quiz_id], question_id });
    await this.quizzes.add(tenant, { quiz_id: [...quiz_id] }, 'question_count', -1);
    const byPoints = new Map<number, string[]>();
    for (const { points, quiz_id: id } of removedSlots) byPoints.set(points, [...(byPoints.get(points) ?? []), id]);
    for (const [points, ids] of byPoints) await this.quizzes.add(tenant, { quiz_id: ids }, 'total_points', -points);
  }
}
