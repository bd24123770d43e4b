import { ApiProperty } from '@nestjs/swagger';
import { IsIn, Matches, Validate, ValidateIf } from 'class-validator';
import { departments } from '../contract/departments.resource';
import { jobRoles } from '../contract/job-roles.resource';
import { staff } from '../contract/staff.resource';
import { changeDto, rowDto, writeDto } from '../platform/definitions/dto';
import { IsDay, NO_ID } from '../platform/definitions/field-rules';
import { UUID } from '../platform/ids';

export class StaffWrite extends writeDto(staff) {}
export class StaffChange extends changeDto(staff) {}
export class StaffRowDto extends rowDto(staff) {}

export class DepartmentWrite extends writeDto(departments) {}
export class DepartmentChange extends changeDto(departments) {}
export class DepartmentRowDto extends rowDto(departments) {}

export class JobRoleWrite extends writeDto(jobRoles) {}
export class JobRoleChange extends changeDto(jobRoles) {}
export class JobRoleRowDto extends rowDto(jobRoles) {}

export class Leaving {
  @ApiProperty({
    type: 'string',
    format: 'date',
    example: '2026-03-15',
    description: 'The last day on which they count.',
  })
  @Validate(IsDay)
  last_active_day: string;
}

export class Returning {
  @ApiProperty({
    type: 'string',
    format: 'date',
    example: '2026-09-01',
    description: 'The first day of the further employment, after the last active day.',
  })
  @Validate(IsDay)
  first_day: string;

  @ApiProperty({
    enum: ['admin', 'user'],
    nullable: true,
    required: false,
    example: 'user',
    description: 'Invites them to sign in again; left out or null: they cannot.',
  })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsIn(['admin', 'user'], { message: 'Choose one of: admin, user.' })
  role?: 'admin' | 'user' | null;
}

export class EmploymentDto {
  @ApiProperty({ type: 'string', format: 'date', example: '2024-03-01' })
  from_date: string;

  @ApiProperty({ type: 'string', format: 'date', nullable: true, description: 'null: it goes on.' })
  to_date: string | null;
}

export class Invitation {
  @ApiProperty({ enum: ['admin', 'user'], example: 'user' })
  @IsIn(['admin', 'user'], { message: 'Choose one of: admin, user.' })
  role: 'admin' | 'user';
}

export class JobRoleFrom {
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'null: none.' })
  @ValidateIf((_, value) => value !== null)
  @Matches(UUID, NO_ID)
  job_role_id: string | null;

  @ApiProperty({ type: 'string', format: 'date', example: '2026-02-01', description: 'The first day with it.' })
  @Validate(IsDay)
  from_date: string;
}

export class HeldRoleDto {
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'null: they had none.' })
  job_role_id: string | null;

  @ApiProperty({ type: 'string', format: 'date', nullable: true, description: 'null: since ever.' })
  from_date: string | null;

  @ApiProperty({ type: 'string', format: 'date', nullable: true, description: 'null: the present one.' })
  to_date: string | null;
}
