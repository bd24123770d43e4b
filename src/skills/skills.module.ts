import { Module } from '@nestjs/common';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { Skill } from './skill.entity';
import { SkillsRest } from './skills.rest';
import { SkillsService } from './skills.service';

@Module({
  controllers: [SkillsRest],
  providers: [...tenantRepositories(Skill), SkillsService],
  exports: [SkillsService],
})
export class SkillsModule {}
