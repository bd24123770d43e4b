import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module';
import { CustomersModule } from '../customers/customers.module';
import type { Config } from '../platform/config/config';
import { QuizzesModule } from '../quizzes/quizzes.module';
import { ReportsModule } from '../reports/reports.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { TrainingsModule } from '../trainings/trainings.module';
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
import { WholeLists } from './whole-lists';

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

/** The specification's calls. LEGACY_CALLS=off: there is nothing at their addresses. */
@Module({})
export class WireModule {
  static with(config: Config): DynamicModule {
    return {
      module: WireModule,
      imports: [SubscriptionsModule, CustomersModule, IdentityModule, QuizzesModule, TrainingsModule, ReportsModule],
      providers: [WholeLists],
      controllers: config.legacyCalls ? CONTROLLERS : [],
    };
  }
}
