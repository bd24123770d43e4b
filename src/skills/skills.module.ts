import { Module } from '@nestjs/common';
import { resourceParts } from '../tenancy/resources/resource-parts';
import { resourceController } from '../tenancy/resources/crud-controller';
import { Skill } from './skill.entity';
import { SkillsService } from './skills.service';

@Module({
  controllers: [resourceController(Skill, SkillsService)],
  providers: [...resourceParts(Skill), SkillsService],
  exports: [SkillsService],
})
export class SkillsModule {}
