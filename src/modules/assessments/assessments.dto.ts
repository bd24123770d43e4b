import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
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
  ASSESSMENT_NOTE_MAX,
  checklistSchema,
  CRITERIA_MAX,
  CRITERION_MARKS,
  CRITERION_NOTE_MAX,
  CRITERION_TEXT_MAX,
  practicalAssessmentSchema,
  type CriterionMark,
} from '../../contract/practical.responses';
import { proofsSchema } from '../../contract/proof.responses';
import { answerDto } from '../../common/rest/dto';
import { IsNotBlank, IsPlainText, NOT_AN_ID } from '../../common/rest/field-rules';
import { ruleError } from '../../common/errors/field-error';
import { UUID_PATTERN } from '../../common/ids';

export class ProofsDto extends answerDto(proofsSchema) {}
export class ChecklistDto extends answerDto(checklistSchema) {}
export class PracticalAssessmentDto extends answerDto(practicalAssessmentSchema) {}

const INTEGER_ERROR = ruleError('whole', 'Enter a whole number.');
const MIN_ONE_ERROR = ruleError('min', 'At least 1.', { min: 1 });
const TEXT_ERROR = ruleError('text', 'Enter text.');
const maxCharactersError = (count: number) => ruleError('too_long', `At most ${count} characters.`, { count });
const maxValueError = (max: number) => ruleError('max', `At most ${max}.`, { max });

export class CriterionDto {
  @ApiProperty({ type: 'string', maxLength: CRITERION_TEXT_MAX, example: 'Checks the forks and chains' })
  @IsString(TEXT_ERROR)
  @MaxLength(CRITERION_TEXT_MAX, maxCharactersError(CRITERION_TEXT_MAX))
  @Validate(IsPlainText)
  @Validate(IsNotBlank)
  text: string;

  @ApiProperty({ type: 'boolean', example: true, description: 'No one passes without it.' })
  @IsBoolean(ruleError('flag', 'Send true or false.'))
  critical: boolean;
}

export class ChecklistWrite {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: CRITERIA_MAX, example: 1, description: 'How many must be met.' })
  @IsInt(INTEGER_ERROR)
  @Min(1, MIN_ONE_ERROR)
  @Max(CRITERIA_MAX, maxValueError(CRITERIA_MAX))
  needed: number;

  @ApiProperty({ type: [CriterionDto], minItems: 1, maxItems: CRITERIA_MAX, description: 'In their order.' })
  @IsArray(ruleError('list', 'Send a list of criteria.'))
  @ArrayMinSize(1, ruleError('too_few', 'Add at least one criterion.', { min: 1 }))
  @ArrayMaxSize(CRITERIA_MAX, ruleError('too_many', `At most ${CRITERIA_MAX} criteria.`, { count: CRITERIA_MAX }))
  @IsObject({ ...ruleError('object', 'Each criterion is an object with text and critical.'), each: true })
  @ValidateNested({ ...ruleError('object', null), each: true })
  @Type(() => CriterionDto)
  criteria: CriterionDto[];

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    required: false,
    description: 'As read; an older one is rejected.',
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsInt(INTEGER_ERROR)
  @Min(1, MIN_ONE_ERROR)
  row_version?: number;
}

export class AssessmentStart {
  @ApiProperty({ type: 'string', format: 'uuid', description: 'The person who is assessed.' })
  @Matches(UUID_PATTERN, NOT_AN_ID)
  staff_id: string;

  @ApiProperty({ type: 'string', format: 'uuid' })
  @Matches(UUID_PATTERN, NOT_AN_ID)
  skill_id: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 4, example: 3 })
  @IsInt(INTEGER_ERROR)
  @Min(1, MIN_ONE_ERROR)
  @Max(4, maxValueError(4))
  level: number;
}

export class MarkDto {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: CRITERIA_MAX, example: 1, description: 'Which one, from 1.' })
  @IsInt(INTEGER_ERROR)
  @Min(1, MIN_ONE_ERROR)
  @Max(CRITERIA_MAX, maxValueError(CRITERIA_MAX))
  criterion: number;

  @ApiProperty({
    enum: CRITERION_MARKS,
    nullable: true,
    required: false,
    example: 'met',
    description: 'null: unmarked.',
  })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsIn(
    CRITERION_MARKS,
    ruleError('choice', `Choose one of: ${CRITERION_MARKS.join(', ')}.`, { choices: [...CRITERION_MARKS] }),
  )
  mark?: CriterionMark | null;

  @ApiProperty({
    type: 'string',
    maxLength: CRITERION_NOTE_MAX,
    nullable: true,
    required: false,
    example: 'Left chain only',
  })
  @IsOptional()
  @IsString(TEXT_ERROR)
  @MaxLength(CRITERION_NOTE_MAX, maxCharactersError(CRITERION_NOTE_MAX))
  @Validate(IsPlainText)
  note?: string | null;
}

export class AssessmentFill {
  @ApiProperty({ type: [MarkDto], maxItems: CRITERIA_MAX, required: false, description: 'Only the changed ones.' })
  @ValidateIf((_, value) => value !== undefined)
  @IsArray(ruleError('list', 'Send a list of marks.'))
  @ArrayMaxSize(CRITERIA_MAX, ruleError('too_many', `At most ${CRITERIA_MAX} marks.`, { count: CRITERIA_MAX }))
  @IsObject({ ...ruleError('object', 'Each mark is an object with criterion, mark and note.'), each: true })
  @ValidateNested({ ...ruleError('object', null), each: true })
  @Type(() => MarkDto)
  marks?: MarkDto[];

  @ApiProperty({ type: 'string', maxLength: ASSESSMENT_NOTE_MAX, nullable: true, required: false })
  @IsOptional()
  @IsString(TEXT_ERROR)
  @MaxLength(ASSESSMENT_NOTE_MAX, maxCharactersError(ASSESSMENT_NOTE_MAX))
  @Validate(IsPlainText)
  note?: string | null;
}

export class StaffCodeShown {
  @ApiProperty({ type: 'string', maxLength: 40, example: 'E-1001', description: 'As the person types it.' })
  @IsString(TEXT_ERROR)
  @MaxLength(40, maxCharactersError(40))
  staff_code: string;
}

export class WithdrawalReason {
  @ApiProperty({ type: 'string', maxLength: 500, example: 'Started for the wrong person.' })
  @Matches(/\S/, ruleError('required', 'Enter a reason.'))
  @IsString(ruleError('required', 'Enter a reason.'))
  @MaxLength(500, maxCharactersError(500))
  @Validate(IsPlainText)
  reason: string;
}
