import { Injectable } from '@nestjs/common';
import type { QuizPreview, TriedAnswers } from '../contract/attempt-answers';
import type { Tenant } from '../tenancy/tenant';
import { MARKS_PER_POINT } from './graded-question';
import { grade, type GivenAnswer } from './grading';
import { drawPaper, gradedQuestions, sheetOf, type Paper } from './paper';
import type { Quiz } from './quiz.entity';
import { QuizSlotsService } from './quiz-slots.service';
import { QuizzesService } from './quizzes.service';

/** The quiz as a learner would meet it, without an attempt: for whoever writes it. */
@Injectable()
export class QuizPreviewService {
  constructor(
    private readonly quizzes: QuizzesService,
    private readonly slots: QuizSlotsService,
  ) {}

  /** @throws NotFound, TooFewToDraw */
  async preview(tenant: Tenant, quiz_id: string): Promise<QuizPreview> {
    const { quiz, paper } = await this.paper(tenant, quiz_id);
    const { training_id, title, pass_mark, time_limit_minutes } = quiz;
    return { quiz_id, training_id, title, pass_mark, time_limit_minutes, questions: sheetOf(paper) };
  }

  /** "What would this answer score?" Nothing is kept. @throws NotFound, TooFewToDraw, AnswersRefused */
  async tryOut(tenant: Tenant, quiz_id: string, answers: readonly GivenAnswer[]): Promise<TriedAnswers> {
    const first = answers.map(({ question_id }) => question_id);
    const { quiz, paper } = await this.paper(tenant, quiz_id, first);
    const { correct, total, score, passed, questions } = grade(gradedQuestions(paper), answers, quiz.pass_mark);
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

  /** @param first what was shown before, and is answered now */
  private async paper(
    tenant: Tenant,
    quiz_id: string,
    first?: readonly string[],
  ): Promise<{ quiz: Quiz; paper: Paper }> {
    const quiz = await this.quizzes.record(tenant, quiz_id);
    return { quiz, paper: drawPaper(quiz, await this.slots.drawn(tenant, quiz_id, first)) };
  }
}
