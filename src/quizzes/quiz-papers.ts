import { Injectable } from '@nestjs/common';
import { sortOf } from '../platform/folded';
import { idFromBytes } from '../platform/ids';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { ChecklistOpen } from '../trainings/training.errors';
import {
  byChance,
  DRAW_CANDIDATES,
  drawnFrom,
  FIXED_QUESTIONS,
  isShort,
  placedOf,
  type CandidateRow,
  type Placed,
  type QuestionRow,
} from './placed-questions';
import type { Question } from './question.entity';

/** The active quiz of the training `:training_id`. */
const ACTIVE_QUIZ = `SELECT q.quiz_id AS quiz_id, q.question_count AS question_count
  FROM quiz q WHERE q.customer_id = :customer_id AND q.training_id = :training_id AND q.status = 'active'`;

/** Published trainings with a draw that matches this skill, difficulty and tags. */
const DRAWING = `SELECT DISTINCT q.training_id AS training_id FROM quiz_draw d
  JOIN quiz q ON q.customer_id = :customer_id AND q.quiz_id = d.quiz_id AND q.status = 'active'
  JOIN training t ON t.customer_id = :customer_id AND t.training_id = q.training_id AND t.status = 'published'
  WHERE d.customer_id = :customer_id AND (d.skill_id IS NULL OR d.skill_id = :skill_id)
    AND (d.difficulty IS NULL OR d.difficulty = :difficulty)
    AND (d.tag_sort IS NULL OR INSTR(:tags, CONCAT(',', d.tag_sort, ',')) > 0)`;

/** What a quiz would ask if somebody began it now. */
@Injectable()
export class QuizPapers {
  constructor(private readonly queries: TenantQueries) {}

  /** Its places in their order. @param first questions to be drawn before others */
  async placesOf(tenant: Tenant, quiz_id: string, first?: readonly string[]): Promise<Placed[]> {
    const parameters = { quiz_id, ...byChance(first) };
    const fixed = await this.queries.rowsWithIds<QuestionRow>(tenant, FIXED_QUESTIONS, { quiz_id });
    return placedOf(fixed, await this.queries.rowsWithIds<CandidateRow>(tenant, DRAW_CANDIDATES, parameters));
  }

  /** none: the training has no quiz that asks something. short: the bank has too little for what is drawn. */
  async stateOf(tenant: Tenant, training_id: string): Promise<'none' | 'short' | 'ready'> {
    const [quiz] = await this.queries.rowsWithIds<{ quiz_id: string; question_count: number }>(tenant, ACTIVE_QUIZ, {
      training_id,
    });
    if (!quiz?.question_count) return 'none';
    return isShort(drawnFrom(await this.placesOf(tenant, quiz.quiz_id))) ? 'short' : 'ready';
  }

  /**
   * Refuses to archive, delete or re-tag a question if a draw of a published quiz would then lack questions.
   * @param was the question before the change
   * @throws ChecklistOpen
   */
  async requireEnoughDraws(tenant: Tenant, was: Pick<Question, 'skill_id' | 'difficulty' | 'tags'>): Promise<void> {
    const { skill_id, difficulty } = was;
    const tags = `,${sortOf(was.tags ?? '')
      .replaceAll(', ', ',')
      .replaceAll(' ,', ',')},`;
    const drawing = await this.queries.rows<{ training_id: Uint8Array }>(tenant, DRAWING, {
      ...{ skill_id, difficulty, tags },
    });
    for (const { training_id } of drawing)
      if ((await this.stateOf(tenant, idFromBytes(training_id))) === 'short') throw new ChecklistOpen(['draws']);
  }
}
