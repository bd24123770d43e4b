import { Module } from '@nestjs/common';
import { SkillsModule } from '../skills/skills.module';
import { StaffModule } from '../staff/staff.module';
import { resourceContextProviders } from '../../crud/resource-context';
import { tenantRepositories } from '../../tenancy/tenancy.module';
import { TrainingAssignment } from '../trainings/assignment.entity';
import { TrainingsModule } from '../trainings/trainings.module';
import { AttemptAnswer } from './attempt-answer.entity';
import { AttemptCompletionQuery } from './attempt-completion.query';
import { AttemptHistoryService } from './attempt-history.service';
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
import { ExistingQuestionsQuery } from './existing-questions.query';
import { OverdueAttemptsJob } from './overdue-attempts.job';
import { QuestionExportService } from './question-export.service';
import { QuestionImportService } from './question-import.service';
import { Question } from './question.entity';
import { QuestionsController } from './questions.controller';
import { QuestionReassignmentService } from './question-reassignment.service';
import { QuestionsService } from './questions.service';
import { QuizDraw } from './quiz-draw.entity';
import { QuizPaperService } from './quiz-paper.service';
import { LegacyQuizPlayService } from './legacy-quiz-play.service';
import { QuizPreviewService } from './quiz-preview.service';
import { QuizResultsService } from './quiz-results.service';
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
    ...resourceContextProviders(Quiz, Question),
    QuizzesService,
    QuizPaperService,
    QuizSlotsService,
    QuizPreviewService,
    QuestionsService,
    QuestionReassignmentService,
    ExistingQuestionsQuery,
    QuestionImportService,
    QuestionExportService,
    AttemptsService,
    AttemptsLeftQuery,
    AttemptStartQuery,
    AttemptStartService,
    AttemptFinishService,
    AttemptHistoryService,
    AttemptCompletionQuery,
    VoidAttemptService,
    AttemptsByQuestionQuery,
    RegradeService,
    OverdueAttemptsJob,
    ExtraTimeQuery,
    ExtraTimeService,
    LegacyQuizPlayService,
    QuizResultsService,
  ],
  exports: [
    QuizzesService,
    QuizSlotsService,
    QuestionsService,
    AttemptsService,
    AttemptStartService,
    AttemptFinishService,
    AttemptHistoryService,
    LegacyQuizPlayService,
  ],
})
export class QuizzesModule {}
