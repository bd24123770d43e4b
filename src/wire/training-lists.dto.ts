import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsOptional, Matches, Validate } from 'class-validator';
import { BULK_PAIRS_MAX } from '../contract/training-assignments.resource';
import { IsDay } from '../platform/definitions/field-rules';
import { UUID } from '../platform/ids';

const AN_ID = '019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d';
const LIST = { message: 'Send a list of ids.' };
const NO_ID = { each: true, message: 'Each entry must be an id.' };
const MOST = { message: `At most ${BULK_PAIRS_MAX} entries.` };

class StaffOfList {
  @ApiProperty({ type: [String], format: 'uuid', example: [AN_ID] })
  @IsArray(LIST)
  @ArrayMinSize(1, { message: 'Choose at least one staff member.' })
  @ArrayMaxSize(BULK_PAIRS_MAX, MOST)
  @Matches(UUID, NO_ID)
  staff_id: string[];

  @ApiProperty({ type: 'string', format: 'date', required: false, example: '2026-12-31' })
  @IsOptional()
  @Validate(IsDay)
  due_on?: string;
}

export class TrainingListByT extends StaffOfList {
  @ApiProperty({ type: [String], format: 'uuid', example: [AN_ID] })
  @IsArray(LIST)
  @ArrayMinSize(1, { message: 'Choose at least one training.' })
  @ArrayMaxSize(BULK_PAIRS_MAX, MOST)
  @Matches(UUID, NO_ID)
  training_id: string[];
}

export class TrainingListByC extends StaffOfList {
  @ApiProperty({ type: [String], format: 'uuid', example: [AN_ID] })
  @IsArray(LIST)
  @ArrayMinSize(1, { message: 'Choose at least one category.' })
  @ArrayMaxSize(BULK_PAIRS_MAX, MOST)
  @Matches(UUID, NO_ID)
  category_id: string[];
}

export class VideoUrlQuery {
  @ApiProperty({ format: 'uuid', example: AN_ID })
  @Matches(UUID, { message: 'This is not an id.' })
  training_id: string;
}
