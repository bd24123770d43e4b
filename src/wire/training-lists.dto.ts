import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsOptional, Matches } from 'class-validator';
import { BULK_PAIRS_MAX } from '../contract/training-assignments.resource';
import { IsCalendarDay } from '../platform/definitions/field-rules';
import { UUID } from '../platform/ids';
import { ruleError } from '../platform/errors/field-error';

const AN_ID = '019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d';
const LIST = ruleError('list', 'Send a list of ids.');
const NO_ID = { ...ruleError('reference', 'Each entry must be an id.'), each: true };
const MOST = ruleError('too_many', `At most ${BULK_PAIRS_MAX} entries.`, { count: BULK_PAIRS_MAX });

class StaffOfList {
  @ApiProperty({ type: [String], format: 'uuid', example: [AN_ID] })
  @IsArray(LIST)
  @ArrayMinSize(1, ruleError('too_few', 'Choose at least one staff member.', { min: 1 }))
  @ArrayMaxSize(BULK_PAIRS_MAX, MOST)
  @Matches(UUID, NO_ID)
  staff_id: string[];

  @ApiProperty({ type: 'string', format: 'date', required: false, example: '2026-12-31' })
  @IsOptional()
  @IsCalendarDay()
  due_on?: string;
}

export class TrainingListByT extends StaffOfList {
  @ApiProperty({ type: [String], format: 'uuid', example: [AN_ID] })
  @IsArray(LIST)
  @ArrayMinSize(1, ruleError('too_few', 'Choose at least one training.', { min: 1 }))
  @ArrayMaxSize(BULK_PAIRS_MAX, MOST)
  @Matches(UUID, NO_ID)
  training_id: string[];
}

export class TrainingListByC extends StaffOfList {
  @ApiProperty({ type: [String], format: 'uuid', example: [AN_ID] })
  @IsArray(LIST)
  @ArrayMinSize(1, ruleError('too_few', 'Choose at least one category.', { min: 1 }))
  @ArrayMaxSize(BULK_PAIRS_MAX, MOST)
  @Matches(UUID, NO_ID)
  category_id: string[];
}

export class VideoUrlQuery {
  @ApiProperty({ format: 'uuid', example: AN_ID })
  @Matches(UUID, ruleError('reference', 'This is not an id.'))
  training_id: string;
}
