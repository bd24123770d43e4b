import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { trainings } from '../../contract/trainings.resource';
import { answerDto, changeDto } from '../../common/rest/dto';
import { DOCUMENT_PAGES_MAX, DOCUMENT_TEXT_MAX } from '../../contract/document-sections';
import {
  acknowledgementSchema,
  watchProgressSchema,
  captionSchema,
  documentSchema,
  pastVideoProgressSchema,
  RENDITION_HEIGHTS,
  renditionsSchema,
  videoLinkSchema,
  videoProgressSummarySchema,
  type RenditionHeight,
} from '../../contract/training.responses';
import { IsNotBlank, IsPlainText } from '../../common/rest/field-rules';
import { ruleError } from '../../common/errors/field-error';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export class TrainingChange extends changeDto(trainings) {
  @ApiProperty({
    type: 'boolean',
    required: false,
    example: false,
    description:
      'Whether the new address has the same video; progress is kept. Otherwise learners who have not completed it start again.',
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsBoolean(ruleError('flag', 'Send true or false.'))
  same_video?: boolean;
}

export class TrainingSkillDto {
  @ApiProperty({ type: 'string', format: 'uuid' })
  @Matches(UUID, ruleError('reference', 'This is not an id. Choose an existing entry.'))
  skill_id: string;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 100,
    example: 80,
    description: 'Quiz score in whole percent from which the level is granted.',
  })
  @IsInt(ruleError('whole', 'Enter a whole number.'))
  @Min(0, ruleError('min', 'At least 0.', { min: 0 }))
  @Max(100, ruleError('max', 'At most 100.', { max: 100 }))
  min_score: number;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 4, example: 3 })
  @IsInt(ruleError('whole', 'Enter a whole number.'))
  @Min(1, ruleError('min', 'At least 1.', { min: 1 }))
  @Max(4, ruleError('max', 'At most 4.', { max: 4 }))
  level: number;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: 600,
    nullable: true,
    required: false,
    example: 24,
    description: 'null: validity of the skill on the day of completion; no expiry if it has none.',
  })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsInt(ruleError('whole', 'Enter a whole number.'))
  @Min(1, ruleError('min', 'At least 1.', { min: 1 }))
  @Max(600, ruleError('max', 'At most 600.', { max: 600 }))
  validity_months?: number | null;
}

export const ROWS_MAX = 200;
/** The body is the whole list. A JSON array cannot carry validation rules, so it is wrapped in `rows`. */
export class TrainingSkillsWrite {
  @ApiProperty({ type: [TrainingSkillDto] })
  @IsArray(ruleError('list', 'Send a list of rows.'))
  @ArrayMaxSize(ROWS_MAX, ruleError('too_many', `At most ${ROWS_MAX} rows.`, { count: ROWS_MAX }))
  @IsObject({
    ...ruleError('object', 'Each row is an object with skill_id, min_score, level and validity_months.'),
    each: true,
  })
  @ValidateNested({ ...ruleError('object', null), each: true })
  @Type(() => TrainingSkillDto)
  rows: TrainingSkillDto[];
}

/** One day in milliseconds. */
const RANGE_END_MAX = 86_400_000;
export const RANGE_SCHEMA = {
  type: 'array',
  minItems: 2,
  maxItems: 2,
  items: { type: 'integer', minimum: 0, maximum: RANGE_END_MAX },
};

@ValidatorConstraint({ name: 'areRanges' })
export class AreRanges implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return (
      Array.isArray(value) &&
      value.every(
        (range) =>
          Array.isArray(range) &&
          range.length === 2 &&
          range.every((end) => typeof end === 'number' && Number.isFinite(end) && end >= 0 && end <= RANGE_END_MAX),
      )
    );
  }
  defaultMessage(): string {
    return 'Send ranges as [[from, to], …] in milliseconds.';
  }
}

export class WatchProgressDto {
  @ApiProperty({ type: 'string', format: 'uuid' })
  @Matches(UUID, ruleError('reference', 'This is not an id. Choose an existing entry.'))
  training_id: string;

  @ApiProperty({
    type: 'array',
    items: RANGE_SCHEMA,
    maxItems: 500,
    example: [[0, 10_000]],
    description: 'Parts played since the last report, or all of them, in milliseconds.',
  })
  @IsArray(ruleError('list', 'Send a list of ranges.'))
  @ArrayMaxSize(500, ruleError('too_many', 'At most 500 ranges.', { count: 500 }))
  @Validate(AreRanges)
  ranges: [number, number][];

  @ApiProperty({ type: 'integer', minimum: 0, required: false, example: 10_000 })
  @ValidateIf((_, value) => value !== undefined)
  @IsInt(ruleError('whole', 'Enter a whole number.'))
  @Min(0, ruleError('min', 'At least 0.', { min: 0 }))
  @Max(86_400_000, ruleError('max', 'At most a day.', { max: 86_400_000 }))
  position_ms?: number;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    required: false,
    example: 1,
    description: 'The video played, as in its link; reports for a replaced video are rejected (409 `video_replaced`).',
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsInt(ruleError('whole', 'Enter a whole number.'))
  @Min(1, ruleError('min', 'At least 1.', { min: 1 }))
  media_revision?: number;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: 86_400_000,
    required: false,
    example: 598_000,
    description: 'Length measured by the player. Differences are shown to admins; they do not affect progress.',
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsInt(ruleError('whole', 'Enter a whole number.'))
  @Min(1, ruleError('min', 'At least 1.', { min: 1 }))
  @Max(86_400_000, ruleError('max', 'At most a day.', { max: 86_400_000 }))
  length_ms?: number;

  @ApiProperty({
    type: 'number',
    minimum: 0.1,
    maximum: 16,
    required: false,
    example: 1,
    description: 'Counted up to 2.',
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsNumber({ allowInfinity: false, allowNaN: false }, ruleError('number', 'Enter a number.'))
  @Min(0.1, ruleError('min', 'At least 0.1.', { min: 0.1 }))
  @Max(16, ruleError('max', 'At most 16.', { max: 16 }))
  speed?: number;
}

export class DocumentText {
  @ApiProperty({
    type: 'string',
    maxLength: DOCUMENT_TEXT_MAX,
    example: '# Before the first lift\n\nLook at **both** forks.',
    description: 'Markdown; a heading of level 1 or 2 starts a page.',
  })
  @IsString(ruleError('text', 'Enter text.'))
  @MaxLength(
    DOCUMENT_TEXT_MAX,
    ruleError('too_long', `At most ${DOCUMENT_TEXT_MAX} characters.`, { count: DOCUMENT_TEXT_MAX }),
  )
  @Validate(IsPlainText)
  @Validate(IsNotBlank)
  text: string;
}

const PAGE_RULE = ruleError('between', `Pages are numbered from 1 to ${DOCUMENT_PAGES_MAX}.`, {
  min: 1,
  max: DOCUMENT_PAGES_MAX,
});
const PAGE_WHOLE = ruleError('whole', 'Enter a whole number.');

export class PagesSeen {
  @ApiProperty({
    type: 'array',
    items: { type: 'integer', minimum: 1, maximum: DOCUMENT_PAGES_MAX },
    maxItems: DOCUMENT_PAGES_MAX,
    example: [1, 2],
    description: 'Pages seen since the last call, or all of them; one second per page.',
  })
  @IsArray(ruleError('list', 'Send a list of pages.'))
  @ArrayMaxSize(
    DOCUMENT_PAGES_MAX,
    ruleError('too_many', `At most ${DOCUMENT_PAGES_MAX} pages.`, { count: DOCUMENT_PAGES_MAX }),
  )
  @IsInt({ ...PAGE_WHOLE, each: true })
  @Min(1, { ...PAGE_RULE, each: true })
  @Max(DOCUMENT_PAGES_MAX, { ...PAGE_RULE, each: true })
  pages: number[];

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: DOCUMENT_PAGES_MAX,
    required: false,
    example: 2,
    description: 'Where to resume.',
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsInt(PAGE_WHOLE)
  @Min(1, PAGE_RULE)
  @Max(DOCUMENT_PAGES_MAX, PAGE_RULE)
  page?: number;
}

export class CaptionDto extends answerDto(captionSchema) {}
export class DocumentDto extends answerDto(documentSchema) {}
export class AcknowledgedDto extends answerDto(acknowledgementSchema) {}
export class VideoLinkDto extends answerDto(videoLinkSchema) {}
export class VideoProgressSummaryDto extends answerDto(videoProgressSummarySchema) {}
export class PastVideoProgressDto extends answerDto(pastVideoProgressSchema) {}
export class WatchProgressAnswerDto extends answerDto(watchProgressSchema) {}
export class RenditionsDto extends answerDto(renditionsSchema) {}

export class RequestRenditionsDto {
  @ApiProperty({
    type: 'array',
    items: { type: 'integer', enum: [...RENDITION_HEIGHTS] },
    minItems: 1,
    maxItems: RENDITION_HEIGHTS.length,
    example: [480],
    description: 'Heights in pixels; those not smaller than the uploaded video are ignored.',
  })
  @IsArray(ruleError('list', 'Send a list of heights.'))
  @ArrayMinSize(1, ruleError('required', 'Choose at least one.'))
  @ArrayMaxSize(RENDITION_HEIGHTS.length, ruleError('too_many', 'At most four.', { count: RENDITION_HEIGHTS.length }))
  @IsIn(RENDITION_HEIGHTS, {
    ...ruleError('choice', `Choose from: ${RENDITION_HEIGHTS.join(', ')}.`, { choices: [...RENDITION_HEIGHTS] }),
    each: true,
  })
  heights: RenditionHeight[];
}
