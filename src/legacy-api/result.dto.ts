import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, Matches, MaxLength } from 'class-validator';
import { IsCalendarDay } from '../common/rest/field-rules';
import { UUID_PATTERN } from '../common/ids';
import { ruleError } from '../common/errors/field-error';

class ResultScope {
  @ApiProperty({ type: 'integer', required: false, example: 1001, description: 'Compared with the session.' })
  @IsOptional()
  customer_id?: string;
}

export class MatrixResultQuery extends ResultScope {}

export class DatewiseResultQuery extends ResultScope {
  @ApiProperty({ type: 'string', format: 'date', required: false, example: '2026-03-01' })
  @IsOptional()
  @IsCalendarDay()
  fdate?: string;

  @ApiProperty({ type: 'string', format: 'date', required: false, example: '2026-03-31' })
  @IsOptional()
  @IsCalendarDay()
  tdate?: string;
}

export class TargetResultQuery extends DatewiseResultQuery {
  @ApiProperty({ type: 'string', format: 'uuid', required: false, description: 'Empty: everyone with a target.' })
  @IsOptional()
  @Matches(UUID_PATTERN, ruleError('reference', 'This is not an id.'))
  staff_id?: string;
}

export class EmployeeResultQuery extends TargetResultQuery {
  @ApiProperty({ type: 'string', required: false, example: 'WELD' })
  @IsOptional()
  @MaxLength(40, ruleError('too_long', 'At most 40 characters.', { count: 40 }))
  skil_code?: string;
}
