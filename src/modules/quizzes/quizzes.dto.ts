import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
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
  ValidateNested,
} from 'class-validator';
import { answerDto } from '../../common/rest/dto';
import { quizPreviewSchema, quizSlotSchema, quizTrialSchema } from '../../contract/attempt.responses';
import { DIFFICULTY_CHOICES, QUESTION_POINTS_MAX } from '../../contract/questions.resource';
import { setExtraTimeSchema, extraTimesSchema } from '../../contract/extra-time.responses';
import { EXTRA_MINUTES_MAX, SLOTS_MAX, TAG_MAX } from '../../contract/quizzes.resource';
import { IsNotBlank, IsPlainText } from '../../common/rest/field-rules';
import { UUID_PATTERN } from '../../common/ids';
import { AnswerGiven } from './attempts.dto';
import { ruleError } from '../../common/errors/field-error';

export class DrawWrite {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: SLOTS_MAX, example: 3, description: 'Number of questions.' })
  @IsInt(ruleError('whole', 'Enter a whole number.'))
  @Min(1, ruleError('min', 'At least 1.', { min: 1 }))
  @Max(SLOTS_MAX, ruleError('max', `At most ${SLOTS_MAX}.`, { max: SLOTS_MAX }))
  count: number;

  @ApiProperty({ type: 'string', maxLength: TAG_MAX, nullable: true, required: false, example: 'forklift' })
  @IsOptional()
  @IsString(ruleError('text', 'Enter text.'))
  @MaxLength(TAG_MAX, ruleError('too_long', `At most ${TAG_MAX} characters.`, { count: TAG_MAX }))
  @Validate(IsPlainText)
  @Matches(/^[^,]*$/, ruleError('pattern', 'One tag, without commas.'))
  tag?: string | null;

  @ApiProperty({ format: 'uuid', nullable: true, required: false, type: 'string' })
  @IsOptional()
  @Matches(UUID_PATTERN, ruleError('reference', 'This is not an id.'))
  skill_id?: string | null;

  @ApiProperty({ enum: DIFFICULTY_CHOICES, nullable: true, required: false, type: 'string' })
  @IsOptional()
  @IsIn(
    DIFFICULTY_CHOICES,
    ruleError('choice', `One of ${DIFFICULTY_CHOICES.join(', ')}.`, { choices: DIFFICULTY_CHOICES }),
  )
  difficulty?: (typeof DIFFICULTY_CHOICES)[number] | null;
}

/** A fixed question, or a random draw from the bank. */
export class SlotWrite {
  @ApiProperty({
    format: 'uuid',
    required: false,
    nullable: true,
    type: 'string',
    example: '019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d',
    description: 'Omit for a random draw.',
  })
  @IsOptional()
  @Matches(UUID_PATTERN, ruleError('reference', 'This is not an id.'))
  question_id?: string | null;

  @ApiProperty({ type: () => DrawWrite, required: false, nullable: true })
  @IsOptional()
  @IsObject(ruleError('object', 'A draw is an object with count, and a tag, a skill_id or a difficulty.'))
  @ValidateNested(ruleError('object', null))
  @Type(() => DrawWrite)
  draw?: DrawWrite | null;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: QUESTION_POINTS_MAX,
    required: false,
    description: 'Default: the points of the question; for random draws 1 each.',
  })
  @IsOptional()
  @IsInt(ruleError('whole', 'Enter a whole number.'))
  @Min(1, ruleError('min', 'At least 1.', { min: 1 }))
  @Max(QUESTION_POINTS_MAX, ruleError('max', `At most ${QUESTION_POINTS_MAX}.`, { max: QUESTION_POINTS_MAX }))
  points?: number | null;
}

export class SlotsWrite {
  @ApiProperty({
    type: () => [SlotWrite],
    maxItems: SLOTS_MAX,
    description: 'All questions in order; omitted ones are removed.',
  })
  @IsArray(ruleError('list', 'Send a list of questions.'))
  @ArrayMaxSize(SLOTS_MAX, ruleError('too_many', `At most ${SLOTS_MAX} questions.`, { count: SLOTS_MAX }))
  @IsObject({ ...ruleError('object', 'Each entry is an object with question_id.'), each: true })
  @ValidateNested({ ...ruleError('object', null), each: true })
  @Type(() => SlotWrite)
  slots: SlotWrite[];

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    required: false,
    description: 'The row_version of the quiz, as read; a stale one answers 412.',
  })
  @IsOptional()
  @IsInt(ruleError('version', 'Send the row_version that you read.'))
  @Min(1, ruleError('min', null, { min: 1 }))
  row_version?: number;
}

export class TryAnswers {
  @ApiProperty({ type: () => [AnswerGiven] })
  @IsArray(ruleError('list', 'Send a list of answers.'))
  @ArrayMaxSize(SLOTS_MAX, ruleError('too_many', null, { count: SLOTS_MAX }))
  @IsObject({ ...ruleError('object', 'Each answer is an object with question_id and option_id.'), each: true })
  @ValidateNested({ ...ruleError('object', null), each: true })
  @Type(() => AnswerGiven)
  answers: AnswerGiven[];
}

export class ExtraTimeWrite {
  @ApiProperty({ format: 'uuid', example: '019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d' })
  @Matches(UUID_PATTERN, ruleError('reference', 'This is not an id.'))
  staff_id: string;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: EXTRA_MINUTES_MAX,
    example: 30,
    description: 'In addition to the time limit of the quiz; 0 removes them.',
  })
  @IsInt(ruleError('whole', 'Enter a whole number.'))
  @Min(0, ruleError('min', 'At least 0.', { min: 0 }))
  @Max(EXTRA_MINUTES_MAX, ruleError('max', `At most ${EXTRA_MINUTES_MAX}.`, { max: EXTRA_MINUTES_MAX }))
  minutes: number;

  @ApiProperty({ type: 'string', minLength: 1, maxLength: 500, example: 'Reads with a screen reader' })
  @IsString(ruleError('required', 'Enter a reason.'))
  @MaxLength(500, ruleError('too_long', 'At most 500 characters.', { count: 500 }))
  @Validate(IsPlainText)
  @Validate(IsNotBlank)
  reason: string;
}

export class ExtraTimesDto extends answerDto(extraTimesSchema) {}
export class ExtraTimeGivenDto extends answerDto(setExtraTimeSchema) {}
export class SlotRowDto extends answerDto(quizSlotSchema) {}
export class QuizPreviewDto extends answerDto(quizPreviewSchema) {}
export class TriedAnswersDto extends answerDto(quizTrialSchema) {}
