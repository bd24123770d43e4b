import { ApiProperty } from '@nestjs/swagger';
import { IsIn, Matches, ValidateIf } from 'class-validator';
import { employmentSchema, jobRolePeriodSchema } from '../../contract/staff.responses';
import { answerDto } from '../../common/rest/dto';
import { IsCalendarDay, NOT_AN_ID } from '../../common/rest/field-rules';
import { UUID_PATTERN } from '../../common/ids';
import { ruleError } from '../../common/errors/field-error';

export class TerminateDto {
  @ApiProperty({
    type: 'string',
    format: 'date',
    example: '2026-03-15',
    description: 'Last day on which they count and can sign in; may be in the future.',
  })
  @IsCalendarDay()
  last_active_day: string;
}

export class RehireDto {
  @ApiProperty({
    type: 'string',
    format: 'date',
    example: '2026-09-01',
    description: 'First day of the new employment, after the last active day.',
  })
  @IsCalendarDay()
  first_day: string;

  @ApiProperty({
    enum: ['admin', 'user'],
    nullable: true,
    required: false,
    example: 'user',
    description: 'Role to invite them with; without it or null: no sign-in.',
  })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsIn(['admin', 'user'], ruleError('choice', 'Choose one of: admin, user.', { choices: ['admin', 'user'] }))
  role?: 'admin' | 'user' | null;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    required: false,
    description: 'From the first day; default: the previous one; null: none.',
  })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @Matches(UUID_PATTERN, NOT_AN_ID)
  job_role_id?: string | null;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    required: false,
    description: 'Default: the previous one; null: none.',
  })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @Matches(UUID_PATTERN, NOT_AN_ID)
  department_id?: string | null;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    required: false,
    description: 'Default: the previous one; null: none.',
  })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @Matches(UUID_PATTERN, NOT_AN_ID)
  manager_id?: string | null;
}

export class Invitation {
  @ApiProperty({ enum: ['admin', 'user'], example: 'user' })
  @IsIn(['admin', 'user'], ruleError('choice', 'Choose one of: admin, user.', { choices: ['admin', 'user'] }))
  role: 'admin' | 'user';
}

export class SetJobRoleDto {
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'null: none.' })
  @ValidateIf((_, value) => value !== null)
  @Matches(UUID_PATTERN, NOT_AN_ID)
  job_role_id: string | null;

  @ApiProperty({ type: 'string', format: 'date', example: '2026-02-01', description: 'First day with it.' })
  @IsCalendarDay()
  from_date: string;
}

export class EmploymentDto extends answerDto(employmentSchema) {}
export class HeldRoleDto extends answerDto(jobRolePeriodSchema) {}
