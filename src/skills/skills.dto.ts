import { skills } from '../contract/skills.resource';
import { changeDto, rowDto, writeDto } from '../platform/definitions/dto';

export class SkillWrite extends writeDto(skills) {}
export class SkillChange extends changeDto(skills) {}
export class SkillRowDto extends rowDto(skills) {}
