import { ApiProperty } from '@nestjs/swagger';
import { IsIn, Matches, ValidateIf } from 'class-validator';
import { employmentAnswer, heldRoleAnswer } from '../contract/staff-answers';
import { answerDto } from '../platform/definitions/dto';
import { IsCalendarDay, NO_ID } from '../platform/definitions/field-rules';
import { UUID } from '../platform/ids';
import { ruleError } from '../platform/errors/field-error';

export class Leaving {
  @ApiProperty({
    type: 'string',
    format: 'date',
    example: '2026-03-15',
    description: 'Last day on which they count and can sign in; may be in the future.',
  })
  @IsCalendarDay()
  last_active_day: string;
}

export class Returning {
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
  @Matches(UUID, NO_ID)
  job_role_id?: string | null;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    required: false,
    description: 'Default: the previous one; null: none.',
  })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @Matches(UUID, NO_ID)
  department_id?: string | null;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    required: false,
    description: 'Default: the previous one; null: none.',
  })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @Matches(UUID, NO_ID)
  manager_id?: string | null;
}

export class Invitation {
  @ApiProperty({ enum: ['admin', 'user'], example: 'user' })
  @IsIn(['admin', 'user'], ruleError('choice', 'Choose one of: admin, user.', { choices: ['admin', 'user'] }))
  role: 'admin' | 'user';
}

export class JobRoleFrom {
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'null: none.' })
  @ValidateIf((_, value) => value !== null)
  @Matches(UUID, NO_ID)
  job_role_id: string | null;

  @ApiProperty({ type: 'string', format: 'date', example: '2026-02-01', description: 'First day with it.' })
  @IsCalendarDay()
  from_date: string;
}

export class EmploymentDto extends answerDto(employmentAnswer) {}
export class HeldRoleDto extends answerDto(heldRoleAnswer) {}
