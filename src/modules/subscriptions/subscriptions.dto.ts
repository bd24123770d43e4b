import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import { offeredPackageSchema } from '../../contract/package.responses';
import { answerDto } from '../../common/rest/dto';
import { IsCalendarDay } from '../../common/rest/field-rules';
import { ruleError } from '../../common/errors/field-error';

export class ExtendBody {
  @ApiProperty({
    format: 'date',
    example: '2027-03-31',
    description: 'The last valid day, in the customer’s calendar.',
  })
  @IsCalendarDay()
  subs_expiry_date: string;

  @ApiProperty({ required: false, description: 'Confirms a date in the past; the subscription ends at once.' })
  @IsOptional()
  @IsBoolean(ruleError('flag', 'Answer true or false.'))
  already_over?: boolean;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    required: false,
    description: 'The row_version that was read; a stale one answers 412.',
  })
  @IsOptional()
  @IsInt(ruleError('version', 'Send the row_version that you read.'))
  row_version?: number;
}

const NOT_A_NUMBER = ruleError('whole', 'Enter a whole number.');

export class ChangePlanBody extends ExtendBody {
  @ApiProperty({ type: 'integer', example: 2, description: 'The package.' })
  @Max(2_000_000_000, ruleError('max', null, { max: 2_000_000_000 }))
  @Min(1, ruleError('min', null, { min: 1 }))
  @IsInt(NOT_A_NUMBER)
  subs_id: number;

  @ApiProperty({
    format: 'date',
    required: false,
    nullable: true,
    description: 'Default: today, in the organisation’s time zone.',
  })
  @IsOptional()
  @IsCalendarDay()
  subs_activation_date?: string | null;

  @ApiProperty({ required: false, description: 'Trial, not paid. Default: paid.' })
  @IsOptional()
  @IsBoolean(ruleError('flag', 'Answer true or false.'))
  trial?: boolean;

  @ApiProperty({ type: 'integer', required: false, nullable: true, description: 'Only if the package sets no limit.' })
  @IsOptional()
  @Max(1_000_000, ruleError('max', 'At most 1000000.', { max: 1_000_000 }))
  @Min(1, ruleError('min', 'At least 1.', { min: 1 }))
  @IsInt(NOT_A_NUMBER)
  no_of_staff?: number | null;

  @ApiProperty({ type: 'integer', required: false, nullable: true, description: 'Only if the package sets no limit.' })
  @IsOptional()
  @Max(1_000_000, ruleError('max', 'At most 1000000.', { max: 1_000_000 }))
  @Min(1, ruleError('min', 'At least 1.', { min: 1 }))
  @IsInt(NOT_A_NUMBER)
  no_of_training?: number | null;
}

export class SubscribeBody extends ChangePlanBody {
  @ApiProperty({ type: 'integer', example: 1001 })
  @Max(999_999_999, ruleError('max', null, { max: 999_999_999 }))
  @Min(1, ruleError('min', null, { min: 1 }))
  @IsInt(NOT_A_NUMBER)
  customer_id: number;
}

export class OfferedPackageDto extends answerDto(offeredPackageSchema) {}
