import { applyDecorators } from '@nestjs/common';
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
import { answerDto, rowDto } from '../../common/rest/dto';
import {
  assignTrainingsSchema,
  assignPreviewSchema,
  extendAssignmentsSchema,
  extraAttemptSchema,
  removeAssignmentsSchema,
  waiveAssignmentsSchema,
} from '../../contract/training.responses';
import {
  ASSIGNMENT_SOURCES,
  BULK_PAIRS_MAX,
  trainingAssignments,
  type AssignmentReason,
  type AssignmentSourceName,
} from '../../contract/training-assignments.resource';
import { IsCalendarDay, IsNotBlank, IsPlainText } from '../../common/rest/field-rules';
import { ruleError } from '../../common/errors/field-error';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export class BulkAssignment {
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: BULK_PAIRS_MAX })
  @IsArray(ruleError('list', 'Send a list of ids.'))
  @ArrayMinSize(1, ruleError('too_few', 'Choose at least one staff member.', { min: 1 }))
  @ArrayMaxSize(BULK_PAIRS_MAX, ruleError('too_many', `At most ${BULK_PAIRS_MAX} entries.`, { count: BULK_PAIRS_MAX }))
  @Matches(UUID, { ...ruleError('reference', 'Each entry must be an id.'), each: true })
  staff_id: string[];

  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: BULK_PAIRS_MAX })
  @IsArray(ruleError('list', 'Send a list of ids.'))
  @ArrayMinSize(1, ruleError('too_few', 'Choose at least one training.', { min: 1 }))
  @ArrayMaxSize(BULK_PAIRS_MAX, ruleError('too_many', `At most ${BULK_PAIRS_MAX} entries.`, { count: BULK_PAIRS_MAX }))
  @Matches(UUID, { ...ruleError('reference', 'Each entry must be an id.'), each: true })
  training_id: string[];

  @ApiProperty({
    type: 'string',
    format: 'date',
    nullable: true,
    required: false,
    example: '2026-12-31',
    description: 'Default: that of each training.',
  })
  @ValidateIf((_, value) => value !== undefined && value !== null && value !== '')
  @IsCalendarDay()
  due_on?: string | null;

  @ApiProperty({ type: 'boolean', required: false, default: true })
  @ValidateIf((_, value) => value !== undefined)
  @IsBoolean(ruleError('flag', 'Send true or false.'))
  mandatory?: boolean;

  @ApiProperty({
    type: 'boolean',
    required: false,
    default: true,
    description: 'Whether people who have completed a training start its next cycle; false: they are skipped.',
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsBoolean(ruleError('flag', 'Send true or false.'))
  again?: boolean;
}

export class Removal {
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: BULK_PAIRS_MAX })
  @IsArray(ruleError('list', 'Send a list of ids.'))
  @ArrayMinSize(1, ruleError('too_few', 'Choose at least one assignment.', { min: 1 }))
  @ArrayMaxSize(BULK_PAIRS_MAX, ruleError('too_many', `At most ${BULK_PAIRS_MAX} entries.`, { count: BULK_PAIRS_MAX }))
  @Matches(UUID, { ...ruleError('reference', 'Each entry must be an id.'), each: true })
  assignment_id: string[];

  @ApiProperty({ type: 'string', maxLength: 500, nullable: true, required: false, example: 'Moved to another line' })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsString(ruleError('text', 'Enter text.'))
  @MaxLength(500, ruleError('too_long', 'At most 500 characters.', { count: 500 }))
  @Validate(IsPlainText)
  reason?: string | null;
}

const IsAssignmentIdList = () =>
  applyDecorators(
    ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: BULK_PAIRS_MAX }),
    IsArray(ruleError('list', 'Send a list of ids.')),
    ArrayMinSize(1, ruleError('too_few', 'Choose at least one assignment.', { min: 1 })),
    ArrayMaxSize(
      BULK_PAIRS_MAX,
      ruleError('too_many', `At most ${BULK_PAIRS_MAX} entries.`, { count: BULK_PAIRS_MAX }),
    ),
    Matches(UUID, { ...ruleError('reference', 'Each entry must be an id.'), each: true }),
  );
export const IsReason = (example: string) =>
  applyDecorators(
    ApiProperty({ type: 'string', minLength: 1, maxLength: 500, example }),
    IsString(ruleError('required', 'Enter a reason.')),
    MaxLength(500, ruleError('too_long', 'At most 500 characters.', { count: 500 })),
    Validate(IsPlainText),
    Validate(IsNotBlank),
  );

export class Extension {
  @IsAssignmentIdList()
  assignment_id: string[];

  @ApiProperty({ type: 'string', format: 'date', example: '2027-03-31', description: 'Today or later.' })
  @IsCalendarDay()
  due_on: string;

  @IsReason('On parental leave until March')
  reason: string;
}

export class Waiver {
  @IsAssignmentIdList()
  assignment_id: string[];

  @IsReason('Holds the certificate of another employer')
  reason: string;
}

export class ExtraAttemptWrite {
  @IsReason('The connection was lost during the last attempt')
  reason: string;
}

class AssignmentReasonDto {
  @ApiProperty({ enum: ASSIGNMENT_SOURCES, description: 'manual, rule, ….' })
  source: AssignmentSourceName;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The rule; null: not by a rule, or the user is not an admin.',
  })
  rule_id: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Name of the rule; null: deleted, or the user is not an admin.',
  })
  rule: string | null;
}

export class AssignmentRowDto extends rowDto(trainingAssignments) {
  @ApiProperty({ type: () => [AssignmentReasonDto], description: 'Sources of the assignment; empty: removed.' })
  reasons: AssignmentReason[];
}

export class BulkOutcome extends answerDto(assignTrainingsSchema) {}
export class BulkPreview extends answerDto(assignPreviewSchema) {}
export class ExtensionOutcome extends answerDto(extendAssignmentsSchema) {}
export class WaiverOutcome extends answerDto(waiveAssignmentsSchema) {}
export class ExtraAttemptDto extends answerDto(extraAttemptSchema) {}
export class RemovalOutcome extends answerDto(removeAssignmentsSchema) {}
