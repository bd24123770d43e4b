import { Module } from '@nestjs/common';
import { QuizzesModule } from '../quizzes/quizzes.module';
import { SkillsModule } from '../skills/skills.module';
import { StaffModule } from '../staff/staff.module';
import { TrainingsModule } from '../trainings/trainings.module';
import { SearchController } from './search.controller';
import { SearchService } from './search.service';

@Module({
  imports: [StaffModule, SkillsModule, TrainingsModule, QuizzesModule],
  controllers: [SearchController],
  providers: [SearchService],
})
export class SearchModule {}
