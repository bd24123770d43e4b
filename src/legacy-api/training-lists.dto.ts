import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsOptional, Matches } from 'class-validator';
import { BULK_PAIRS_MAX } from '../contract/training-assignments.resource';
import { IsCalendarDay } from '../common/rest/field-rules';
import { UUID_PATTERN } from '../common/ids';
import { ruleError } from '../common/errors/field-error';

const EXAMPLE_ID = '019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d';
const NOT_A_LIST = ruleError('list', 'Send a list of ids.');
const NOT_IDS = { ...ruleError('reference', 'Each entry must be an id.'), each: true };
const TOO_MANY = ruleError('too_many', `At most ${BULK_PAIRS_MAX} entries.`, { count: BULK_PAIRS_MAX });

class StaffOfList {
  @ApiProperty({ type: [String], format: 'uuid', example: [EXAMPLE_ID] })
  @IsArray(NOT_A_LIST)
  @ArrayMinSize(1, ruleError('too_few', 'Choose at least one staff member.', { min: 1 }))
  @ArrayMaxSize(BULK_PAIRS_MAX, TOO_MANY)
  @Matches(UUID_PATTERN, NOT_IDS)
  staff_id: string[];

  @ApiProperty({ type: 'string', format: 'date', required: false, example: '2026-12-31' })
  @IsOptional()
  @IsCalendarDay()
  due_on?: string;
}

export class TrainingListByT extends StaffOfList {
  @ApiProperty({ type: [String], format: 'uuid', example: [EXAMPLE_ID] })
  @IsArray(NOT_A_LIST)
  @ArrayMinSize(1, ruleError('too_few', 'Choose at least one training.', { min: 1 }))
  @ArrayMaxSize(BULK_PAIRS_MAX, TOO_MANY)
  @Matches(UUID_PATTERN, NOT_IDS)
  training_id: string[];
}

export class TrainingListByC extends StaffOfList {
  @ApiProperty({ type: [String], format: 'uuid', example: [EXAMPLE_ID] })
  @IsArray(NOT_A_LIST)
  @ArrayMinSize(1, ruleError('too_few', 'Choose at least one category.', { min: 1 }))
  @ArrayMaxSize(BULK_PAIRS_MAX, TOO_MANY)
  @Matches(UUID_PATTERN, NOT_IDS)
  category_id: string[];
}

export class VideoUrlQuery {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_ID })
  @Matches(UUID_PATTERN, ruleError('reference', 'This is not an id.'))
  training_id: string;
}
