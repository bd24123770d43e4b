import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsString,
  Matches,
  MaxLength,
  Validate,
  ValidateIf,
} from 'class-validator';
import { BULK_PAIRS_MAX, trainingAssignments } from '../contract/training-assignments.resource';
import { rowDto } from '../platform/definitions/dto';
import { IsDay, IsPlainText } from '../platform/definitions/field-rules';
import { videoProgress } from '../contract/video-progress.resource';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export class AssignmentRowDto extends rowDto(trainingAssignments) {}
export class VideoProgressRowDto extends rowDto(videoProgress) {}

export class BulkAssignment {
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: BULK_PAIRS_MAX })
  @IsArray({ message: 'Send a list of ids.' })
  @ArrayMinSize(1, { message: 'Choose at least one staff member.' })
  @ArrayMaxSize(BULK_PAIRS_MAX, { message: `At most ${BULK_PAIRS_MAX} entries.` })
  @Matches(UUID, { each: true, message: 'Each entry must be an id.' })
  staff_id: string[];

  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: BULK_PAIRS_MAX })
  @IsArray({ message: 'Send a list of ids.' })
  @ArrayMinSize(1, { message: 'Choose at least one training.' })
  @ArrayMaxSize(BULK_PAIRS_MAX, { message: `At most ${BULK_PAIRS_MAX} entries.` })
  @Matches(UUID, { each: true, message: 'Each entry must be an id.' })
  training_id: string[];

  @ApiProperty({
    type: 'string',
    format: 'date',
    nullable: true,
    required: false,
    example: '2026-12-31',
    description: 'Left out: by the days that each training allows.',
  })
  @ValidateIf((_, value) => value !== undefined && value !== null && value !== '')
  @Validate(IsDay)
  due_on?: string | null;

  @ApiProperty({ type: 'boolean', required: false, default: true })
  @ValidateIf((_, value) => value !== undefined)
  @IsBoolean({ message: 'Send true or false.' })
  mandatory?: boolean;

  @ApiProperty({
    type: 'boolean',
    required: false,
    default: true,
    description: 'Whoever has completed a training begins its next cycle; false: they are left as they are.',
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsBoolean({ message: 'Send true or false.' })
  again?: boolean;
}

export class Removal {
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: BULK_PAIRS_MAX })
  @IsArray({ message: 'Send a list of ids.' })
  @ArrayMinSize(1, { message: 'Choose at least one assignment.' })
  @ArrayMaxSize(BULK_PAIRS_MAX, { message: `At most ${BULK_PAIRS_MAX} entries.` })
  @Matches(UUID, { each: true, message: 'Each entry must be an id.' })
  assignment_id: string[];

  @ApiProperty({ type: 'string', maxLength: 500, nullable: true, required: false, example: 'Moved to another line' })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsString({ message: 'Enter text.' })
  @MaxLength(500, { message: 'At most 500 characters.' })
  @Validate(IsPlainText)
  reason?: string | null;
}

export class BulkOutcome {
  @ApiProperty({ type: 'integer', example: 187 })
  assigned: number;

  @ApiProperty({ type: 'integer', example: 13 })
  already_assigned: number;
}

export class BulkPreview {
  @ApiProperty({ type: 'integer', example: 38 })
  staff: number;

  @ApiProperty({ type: 'integer', example: 3 })
  trainings: number;

  @ApiProperty({ type: 'integer', example: 114 })
  pairs: number;

  @ApiProperty({ type: 'integer', example: 97 })
  to_assign: number;

  @ApiProperty({ type: 'integer', example: 17 })
  already_assigned: number;

  @ApiProperty({
    type: 'integer',
    example: 2,
    description: 'Of those to assign: removed before, taken up again with their progress.',
  })
  removed_before: number;

  @ApiProperty({
    type: 'integer',
    example: 4,
    description: 'Completed before: they begin the next cycle, unless `again` is false.',
  })
  again: number;
}

export class RemovalOutcome {
  @ApiProperty({ type: 'integer', example: 24 })
  removed: number;

  @ApiProperty({
    type: 'integer',
    example: 5,
    description: 'Of those removed: begun; their progress is kept in history.',
  })
  in_progress: number;

  @ApiProperty({ type: 'integer', example: 3, description: 'Completed ones stay.' })
  completed: number;

  @ApiProperty({ type: 'integer', example: 0 })
  already_removed: number;
}
