import { Module } from '@nestjs/common';
import { SkillsModule } from '../skills/skills.module';
import { StaffModule } from '../staff/staff.module';
import { resourceParts } from '../tenancy/resources/resource-parts';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { TrainingAssignment } from '../trainings/assignment.entity';
import { TrainingsModule } from '../trainings/trainings.module';
import { AttemptAnswer } from './attempt-answer.entity';
import { AttemptCompletion } from './attempt-completion';
import { AttemptHistory } from './attempt-history.service';
import { AttemptFinishService } from './attempt-finish.service';
import { AttemptStartQuery } from './attempt-start.query';
import { AttemptStartService } from './attempt-start.service';
import { Attempt, AttemptHead } from './attempt.entity';
import { AttemptsByQuestionQuery } from './attempts-by-question.query';
import { AttemptsController } from './attempts.controller';
import { AttemptsLeftQuery } from './attempts-left.query';
import { AttemptsService } from './attempts.service';
import { ExtraTime } from './extra-time.entity';
import { ExtraTimeQuery } from './extra-time.query';
import { ExtraTimeService } from './extra-time.service';
import { KnownQuestions } from './known-questions';
import { OverdueAttempts } from './overdue-attempts';
import { QuestionExport } from './question-export.service';
import { QuestionImport } from './question-import.service';
import { Question } from './question.entity';
import { QuestionsController } from './questions.controller';
import { QuestionsReplaced } from './questions-replaced';
import { QuestionsService } from './questions.service';
import { QuizDraw } from './quiz-draw.entity';
import { QuizPapers } from './quiz-papers';
import { QuizPlayService } from './quiz-play.service';
import { QuizPreviewService } from './quiz-preview.service';
import { QuizResults } from './quiz-results';
import { QuizSlot } from './quiz-slot.entity';
import { QuizSlotsService } from './quiz-slots.service';
import { Quiz } from './quiz.entity';
import { QuizzesController } from './quizzes.controller';
import { QuizzesService } from './quizzes.service';
import { RegradeService } from './regrade.service';
import { VoidAttemptService } from './void-attempt.service';

@Module({
  imports: [StaffModule, SkillsModule, TrainingsModule],
  controllers: [QuizzesController, QuestionsController, AttemptsController],
  providers: [
    ...tenantRepositories(Quiz, QuizSlot, QuizDraw, ExtraTime, Question, Attempt, AttemptHead, AttemptAnswer),
    ...tenantRepositories(TrainingAssignment),
    ...resourceParts(Quiz, Question),
    QuizzesService,
    QuizPapers,
    QuizSlotsService,
    QuizPreviewService,
    QuestionsService,
    QuestionsReplaced,
    KnownQuestions,
    QuestionImport,
    QuestionExport,
    AttemptsService,
    AttemptsLeftQuery,
    AttemptStartQuery,
    AttemptStartService,
    AttemptFinishService,
    AttemptHistory,
    AttemptCompletion,
    VoidAttemptService,
    AttemptsByQuestionQuery,
    RegradeService,
    OverdueAttempts,
    ExtraTimeQuery,
    ExtraTimeService,
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
