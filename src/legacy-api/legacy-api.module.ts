import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { IdentityModule } from '../modules/identity/identity.module';
import { CustomersModule } from '../modules/customers/customers.module';
import type { Config } from '../infrastructure/config/config';
import { QuizzesModule } from '../modules/quizzes/quizzes.module';
import { ReportsModule } from '../modules/reports/reports.module';
import { SubscriptionsModule } from '../modules/subscriptions/subscriptions.module';
import { TrainingsModule } from '../modules/trainings/trainings.module';
import { CommonController } from './common.controller';
import { CustomerController } from './customer.controller';
import { CustomerMasterController } from './customer-master.controller';
import { EmployeesController } from './employees.controller';
import { LearningController } from './learning.controller';
import { QuizPlayDetailsController, QuizQuestionsController } from './quiz-play.controller';
import { ResultController } from './result.controller';
import { SubscriberMasterController } from './subscriber-master.controller';
import { TrainingListsController } from './training-lists.controller';
import { UsersController } from './users.controller';
import { LegacyListService } from './legacy-list.service';

const CONTROLLERS: Type[] = [
  CustomerController,
  UsersController,
  CommonController,
  CustomerMasterController,
  SubscriberMasterController,
  EmployeesController,
  QuizQuestionsController,
  QuizPlayDetailsController,
  TrainingListsController,
  LearningController,
  ResultController,
];

/** The legacy API of docs/specification.md; LEGACY_CALLS=off removes its routes. */
@Module({})
export class LegacyApiModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: LegacyApiModule,
      imports: [SubscriptionsModule, CustomersModule, IdentityModule, QuizzesModule, TrainingsModule, ReportsModule],
      providers: [LegacyListService],
      controllers: config.legacyCalls ? CONTROLLERS : [],
    };
  }
}
