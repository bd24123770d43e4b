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
import { answerDto } from '../platform/definitions/dto';
import { assignedAnswer, assignPreviewAnswer, removedAnswer } from '../contract/training-answers';
import { BULK_PAIRS_MAX } from '../contract/training-assignments.resource';
import { IsDay, IsPlainText } from '../platform/definitions/field-rules';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

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

export class BulkOutcome extends answerDto(assignedAnswer) {}
export class BulkPreview extends answerDto(assignPreviewAnswer) {}
export class RemovalOutcome extends answerDto(removedAnswer) {}
