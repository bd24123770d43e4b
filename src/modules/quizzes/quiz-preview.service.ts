import { Injectable } from '@nestjs/common';
import type { QuizPreview, QuizTrialResponse } from '../../contract/attempt.responses';
import type { Tenant } from '../../tenancy/tenant';
import { MARKS_PER_POINT } from './graded-question';
import { grade, type AnswerInput } from './grading';
import { createPaper, toGradedQuestions, toSheetQuestions, type Paper } from './paper';
import type { Quiz } from './quiz.entity';
import { QuizSlotsService } from './quiz-slots.service';
import { QuizzesService } from './quizzes.service';

/** The quiz as a learner sees it, without an attempt: for authors. */
@Injectable()
export class QuizPreviewService {
  constructor(
    private readonly quizzes: QuizzesService,
    private readonly slots: QuizSlotsService,
  ) {}

  /** @throws NotFoundError, NotEnoughQuestionsError */
  async preview(tenant: Tenant, quiz_id: string): Promise<QuizPreview> {
    const { quiz, paper } = await this.paper(tenant, quiz_id);
    const { training_id, title, pass_mark, time_limit_minutes } = quiz;
    return { quiz_id, training_id, title, pass_mark, time_limit_minutes, questions: toSheetQuestions(paper) };
  }

  /** Grades answers without storing them. @throws NotFoundError, NotEnoughQuestionsError, InvalidAnswersError */
  async tryOut(tenant: Tenant, quiz_id: string, answers: readonly AnswerInput[]): Promise<QuizTrialResponse> {
    const answeredIds = answers.map(({ question_id }) => question_id);
    const { quiz, paper } = await this.paper(tenant, quiz_id, answeredIds);
    const { correct, total, score, passed, questions } = grade(toGradedQuestions(paper), answers, quiz.pass_mark);
    return {
      correct,
      total,
      score,
      passed,
      questions: questions.map(({ question_id, answered, marks }) => ({
        question_id,
        answered,
        earned: marks / MARKS_PER_POINT,
      })),
    };
  }

  /** @param preferred questions shown before, answered now */
  private async paper(
    tenant: Tenant,
    quiz_id: string,
    preferred?: readonly string[],
  ): Promise<{ quiz: Quiz; paper: Paper }> {
    const quiz = await this.quizzes.record(tenant, quiz_id);
    return { quiz, paper: createPaper(quiz, await this.slots.selectQuestions(tenant, quiz_id, preferred)) };
  }
}
