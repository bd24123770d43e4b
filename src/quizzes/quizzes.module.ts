import { Module } from '@nestjs/common';
import { StaffModule } from '../staff/staff.module';
import { resourceParts } from '../tenancy/resources/resource-parts';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { TrainingsModule } from '../trainings/trainings.module';
import { AttemptAnswer } from './attempt-answer.entity';
import { AttemptEndQuery } from './attempt-end.query';
import { AttemptHistory } from './attempt-history.service';
import { AttemptFinishService } from './attempt-finish.service';
import { AttemptStartQuery } from './attempt-start.query';
import { AttemptStartService } from './attempt-start.service';
import { Attempt, AttemptHead } from './attempt.entity';
import { AttemptsRest } from './attempts.rest';
import { AttemptsService } from './attempts.service';
import { OverdueAttempts } from './overdue-attempts';
import { Question } from './question.entity';
import { QuestionsRest } from './questions.rest';
import { QuestionsReplaced } from './questions-replaced';
import { QuestionsService } from './questions.service';
import { QuizPlayService } from './quiz-play.service';
import { QuizPreviewService } from './quiz-preview.service';
import { QuizResults } from './quiz-results';
import { QuizSlot } from './quiz-slot.entity';
import { QuizSlotsService } from './quiz-slots.service';
import { Quiz } from './quiz.entity';
import { QuizzesRest } from './quizzes.rest';
import { QuizzesService } from './quizzes.service';

@Module({
  imports: [StaffModule, TrainingsModule],
  controllers: [QuizzesRest, QuestionsRest, AttemptsRest],
  providers: [
    ...tenantRepositories(Quiz, QuizSlot, Question, Attempt, AttemptHead, AttemptAnswer),
    ...resourceParts(Quiz, Question),
    QuizzesService,
    QuizSlotsService,
    QuizPreviewService,
    QuestionsService,
    QuestionsReplaced,
    AttemptsService,
    AttemptEndQuery,
    AttemptStartQuery,
    AttemptStartService,
    AttemptFinishService,
    AttemptHistory,
    OverdueAttempts,
    QuizPlayService,
    QuizResults,
  ],
  exports: [
    QuizzesService,
    QuizSlotsService,
    QuestionsService,
    AttemptsService,
    AttemptStartService,
    AttemptFinishService,
    AttemptHistory,
    QuizPlayService,
  ],
})
export class QuizzesModule {}
