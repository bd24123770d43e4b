import { Injectable } from '@nestjs/common';
import { normalizeForSearch } from '../../common/text-normalization';
import { idFromBytes } from '../../common/ids';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { ChecklistIncompleteError } from '../trainings/training.errors';
import {
  randomOrderParameters,
  DRAW_CANDIDATES,
  drawQuestions,
  FIXED_QUESTIONS,
  hasMissingQuestions,
  resolveSlots,
  type DrawCandidateRow,
  type ResolvedSlot,
  type FixedQuestionRow,
} from './quiz-question-selection';
import type { Question } from './question.entity';

const ACTIVE_QUIZ = `SELECT q.quiz_id AS quiz_id, q.question_count AS question_count
  FROM quiz q WHERE q.customer_id = :customer_id AND q.training_id = :training_id AND q.status = 'active'`;

/** Published trainings with a draw that matches the skill, difficulty and tags of a question. */
const TRAININGS_WITH_DRAW = `SELECT DISTINCT q.training_id AS training_id FROM quiz_draw d
  JOIN quiz q ON q.customer_id = :customer_id AND q.quiz_id = d.quiz_id AND q.status = 'active'
  JOIN training t ON t.customer_id = :customer_id AND t.training_id = q.training_id AND t.status = 'published'
  WHERE d.customer_id = :customer_id AND (d.skill_id IS NULL OR d.skill_id = :skill_id)
    AND (d.difficulty IS NULL OR d.difficulty = :difficulty)
    AND (d.tag_sort IS NULL OR INSTR(:tags, CONCAT(',', d.tag_sort, ',')) > 0)`;

/** The questions of a quiz if an attempt started now. */
@Injectable()
export class QuizPaperService {
  constructor(private readonly queries: TenantQueries) {}

  /** In slot order. @param preferred questions to draw before others */
  async loadSlots(tenant: Tenant, quiz_id: string, preferred?: readonly string[]): Promise<ResolvedSlot[]> {
    const parameters = { quiz_id, ...randomOrderParameters(preferred) };
    const fixedRows = await this.queries.rowsWithIds<FixedQuestionRow>(tenant, FIXED_QUESTIONS, { quiz_id });
    return resolveSlots(
      fixedRows,
      await this.queries.rowsWithIds<DrawCandidateRow>(tenant, DRAW_CANDIDATES, parameters),
    );
  }

  /** none: the training has no quiz with questions. short: the bank has too few questions for the draws. */
  async findReadiness(tenant: Tenant, training_id: string): Promise<'none' | 'short' | 'ready'> {
    const [quiz] = await this.queries.rowsWithIds<{ quiz_id: string; question_count: number }>(tenant, ACTIVE_QUIZ, {
      training_id,
    });
    if (!quiz?.question_count) return 'none';
    return hasMissingQuestions(drawQuestions(await this.loadSlots(tenant, quiz.quiz_id))) ? 'short' : 'ready';
  }

  /**
   * Refuses to archive, delete or re-tag a question if a draw of a published quiz would then lack questions.
   * @param question the question before the change @throws ChecklistIncompleteError
   */
  async requireEnoughDraws(
    tenant: Tenant,
    question: Pick<Question, 'skill_id' | 'difficulty' | 'tags'>,
  ): Promise<void> {
    const { skill_id, difficulty } = question;
    const tags = `,${normalizeForSearch(question.tags ?? '')
      .replaceAll(', ', ',')
      .replaceAll(' ,', ',')},`;
    const trainings = await this.queries.rows<{ training_id: Uint8Array }>(tenant, TRAININGS_WITH_DRAW, {
      skill_id,
      difficulty,
      tags,
    });
    for (const { training_id } of trainings)
      if ((await this.findReadiness(tenant, idFromBytes(training_id))) === 'short')
        throw new ChecklistIncompleteError(['draws']);
  }
}
