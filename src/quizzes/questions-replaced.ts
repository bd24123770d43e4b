import { Injectable } from '@nestjs/common';
import type { Batch } from '../tenancy/batch';
import type { Passed } from '../tenancy/reassignments';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { AttemptHead } from './attempt.entity';
import { QuizSlot } from './quiz-slot.entity';
import { Quiz } from './quiz.entity';

/** Of one quiz: its version, what is asked, its two counts. */
const QUIZ_ROWS = 4;

/**
 * Another question takes a question's place in the quizzes that nobody has attempted yet, for the same points. A quiz that
 * was attempted keeps its questions: its results would be compared with those of another test.
 */
@Injectable()
export class QuestionsReplaced {
  constructor(
    @Records(Quiz) private readonly quizzes: TenantRepository<Quiz>,
    @Records(QuizSlot) private readonly slots: TenantRepository<QuizSlot>,
    @Records(AttemptHead) private readonly attempts: TenantRepository<AttemptHead>,
  ) {}

  /** As many quizzes as there is room for, in the open transaction. */
  async move(tenant: Tenant, from: string, to: string, batch: Batch): Promise<Record<string, Passed>> {
    const { fresh: all } = await this.asking(tenant, from);
    const asked = all.toSorted().slice(0, batch.reads(QUIZ_ROWS));
    const fresh = batch.take(asked, QUIZ_ROWS);
    if (!fresh.length) return { quizzes: { was: [] } };
    // The version of each quiz first, as when its list is replaced (quiz-slots.service.ts).
    await this.quizzes.update(tenant, { quiz_id: fresh }, {});
    const both = (await this.slots.find(tenant, { quiz_id: fresh, question_id: to })).map(({ quiz_id }) => quiz_id);
    if (both.length) await this.drop(tenant, both, from);
    await this.slots.update(tenant, { quiz_id: fresh, question_id: from }, { question_id: to });
    return { quizzes: { was: fresh } };
  }

  /** Why a question cannot be deleted. */
  async countsOf(tenant: Tenant, question_id: string): Promise<{ quizzes: number; attempted_quizzes: number }> {
    const { fresh, attempted } = await this.asking(tenant, question_id);
    return { quizzes: fresh.length, attempted_quizzes: attempted };
  }

  private async asking(tenant: Tenant, question_id: string): Promise<{ fresh: string[]; attempted: number }> {
    const quiz_id = (await this.slots.find(tenant, { question_id })).map((slot) => slot.quiz_id);
    if (!quiz_id.length) return { fresh: [], attempted: 0 };
    const among = this.attempts.chosen(tenant, { quiz_id }, 'quiz_id');
    const attempted = new Set((await this.quizzes.find(tenant, { quiz_id: { among } })).map((quiz) => quiz.quiz_id));
    return { fresh: quiz_id.filter((id) => !attempted.has(id)), attempted: attempted.size };
  }

  /** A quiz that asks both asks the one once: the place of the other is gone. */
  private async drop(tenant: Tenant, quiz_id: readonly string[], question_id: string): Promise<void> {
    const gone = await this.slots.find(tenant, { quiz_id: [...quiz_id], question_id });
    await this.slots.remove(tenant, { quiz_id: [...quiz_id], question_id });
    await this.quizzes.add(tenant, { quiz_id: [...quiz_id] }, 'question_count', -1);
    const byPoints = new Map<number, string[]>();
    for (const { points, quiz_id: id } of gone) byPoints.set(points, [...(byPoints.get(points) ?? []), id]);
    for (const [points, ids] of byPoints) await this.quizzes.add(tenant, { quiz_id: ids }, 'total_points', -points);
  }
}
