import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { TRAINING_STATUSES } from '../../contract/trainings.resource';
import { IdParam } from '../../common/rest/id-param';
import { Allow, CurrentTenant } from '../../tenancy/access.decorators';
import type { Tenant } from '../../tenancy/tenant';
import { SkillTrainingsQuery } from './skill-trainings.query';
import { TrainingSkillDto } from './trainings.dto';

const WORTH = 'Validity in months for someone who completes it today; null: no expiry.';

class SkillTrainingDto extends TrainingSkillDto {
  @ApiProperty({ type: 'string', format: 'uuid' })
  training_id: string;

  @ApiProperty({ example: 'WELD-101' })
  code: string;

  @ApiProperty({ example: 'MIG welding: a safe start' })
  title: string;

  @ApiProperty({ enum: [...TRAINING_STATUSES] })
  status: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 600, nullable: true, example: 24, description: WORTH })
  validity_months: number | null;
}

@ApiTags('Skills')
@Controller('api/skills/:id/trainings')
export class SkillTrainingsController {
  constructor(private readonly trainings: SkillTrainingsQuery) {}

  /** Lists the trainings that grant this skill, including drafts and archived ones, with level and minimum score */
  @Get()
  @Allow('platform', 'admin', 'api_key')
  @ApiOkResponse({ type: SkillTrainingDto, isArray: true })
  list(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.trainings.listBySkill(tenant, id);
  }
}
