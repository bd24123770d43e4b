import { Module } from '@nestjs/common';
import { QuizzesModule } from '../quizzes/quizzes.module';
import { SkillsModule } from '../skills/skills.module';
import { StaffModule } from '../staff/staff.module';
import { TrainingsModule } from '../trainings/trainings.module';
import { SearchRest } from './search.rest';
import { SearchService } from './search.service';

/** Asks the services of all floors below; keeps nothing. */
@Module({
  imports: [StaffModule, SkillsModule, TrainingsModule, QuizzesModule],
  controllers: [SearchRest],
  providers: [SearchService],
})
export class SearchModule {}
