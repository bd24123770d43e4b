import { Module } from '@nestjs/common';
import { resourceContextProviders } from '../../crud/resource-context';
import { createResourceController } from '../../crud/crud-controller';
import { Skill } from './skill.entity';
import { SkillsService } from './skills.service';

@Module({
  controllers: [createResourceController(Skill, SkillsService)],
  providers: [...resourceContextProviders(Skill), SkillsService],
  exports: [SkillsService],
})
export class SkillsModule {}
