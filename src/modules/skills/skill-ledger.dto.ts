import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  Validate,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import {
  EVIDENCE_COMMANDS,
  manualEvidence,
  skillEvidence,
  type EvidenceCommand,
} from '../../contract/skill-evidence.resource';
import { revocations } from '../../contract/skill-holds.resource';
import { TARGET_CHANGES_MAX, type TargetGridChange } from '../../contract/skill-targets.resource';
import { rowDto, writeDto } from '../../common/rest/dto';
import { IsCalendarDay, IsPlainText, NOT_AN_ID } from '../../common/rest/field-rules';
import { UUID_PATTERN } from '../../common/ids';
import { ruleError } from '../../common/errors/field-error';

export class EvidenceWrite extends writeDto(manualEvidence) {}
export class EvidenceRowDto extends rowDto(skillEvidence) {
  @ApiProperty({
    type: 'number',
    nullable: true,
    example: 81.82,
    description: 'Percent of the attempt; null without a quiz.',
  })
  score: number | null;

  @ApiProperty({
    enum: EVIDENCE_COMMANDS,
    isArray: true,
    example: ['approve', 'reject'],
    description: 'What the user may do with it now.',
  })
  commands: EvidenceCommand[];
}

export class RevocationWrite extends writeDto(revocations) {}

export class Approval {
  @ApiProperty({ type: 'string', maxLength: 500, required: false, nullable: true, example: 'Seen on the shop floor.' })
  @IsOptional()
  @IsString(ruleError('text', 'Enter text.'))
  @MaxLength(500, ruleError('too_long', 'At most 500 characters.', { count: 500 }))
  @Validate(IsPlainText)
  reason?: string | null;
}

export class Objection {
  @ApiProperty({ type: 'string', maxLength: 500, example: 'Recorded for the wrong person.' })
  @Matches(/\S/, ruleError('required', 'Enter a reason.'))
  @IsString(ruleError('required', 'Enter a reason.'))
  @MaxLength(500, ruleError('too_long', 'At most 500 characters.', { count: 500 }))
  @Validate(IsPlainText)
  reason: string;
}

export class RevocationEnd {
  @ApiProperty({
    type: 'string',
    format: 'date',
    example: '2026-03-10',
    description: 'The last day without the skill.',
  })
  @IsCalendarDay()
  to_date: string;
}

export class TargetCell implements TargetGridChange {
  @ApiProperty({ type: 'string', format: 'uuid', required: false })
  @IsOptional()
  @Matches(UUID_PATTERN, NOT_AN_ID)
  staff_id?: string;

  @ApiProperty({ type: 'string', format: 'uuid', required: false })
  @IsOptional()
  @Matches(UUID_PATTERN, NOT_AN_ID)
  job_role_id?: string;

  @ApiProperty({ type: 'string', format: 'uuid' })
  @Matches(UUID_PATTERN, NOT_AN_ID)
  skill_id: string;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 4,
    nullable: true,
    example: 3,
    description: 'null: no requirement.',
  })
  @ValidateIf((_, value) => value !== null)
  @IsInt(ruleError('whole', 'Enter a whole number.'))
  @Min(0, ruleError('min', 'At least 0.', { min: 0 }))
  @Max(4, ruleError('max', 'At most 4.', { max: 4 }))
  level: number | null;

  @ApiProperty({ type: 'string', format: 'date', required: false, description: 'Default: today.' })
  @IsOptional()
  @IsCalendarDay()
  from_date?: string;
}

export class TargetGrid {
  @ApiProperty({ type: [TargetCell], maxItems: TARGET_CHANGES_MAX })
  @IsArray(ruleError('list', 'Send a list of changes.'))
  @ArrayMinSize(1, ruleError('too_few', 'Send at least one change.', { min: 1 }))
  @ArrayMaxSize(
    TARGET_CHANGES_MAX,
    ruleError('too_many', `At most ${TARGET_CHANGES_MAX} changes at once.`, { count: TARGET_CHANGES_MAX }),
  )
  @ValidateNested({ ...ruleError('object', 'Each change is an object.'), each: true })
  @Type(() => TargetCell)
  changes: TargetCell[];
}

export class TargetGridAnswer {
  @ApiProperty({ type: 'integer', description: 'Changed cells.' })
  changed: number;

  @ApiProperty({ type: 'integer', description: 'Unchanged cells.' })
  unchanged: number;
}
