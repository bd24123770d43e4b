import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsInt,
  IsNumber,
  IsObject,
  Matches,
  Max,
  Min,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { answerDto } from '../platform/definitions/dto';
import { beatAnswer, videoLinkAnswer } from '../contract/training-answers';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export class TrainingSkillDto {
  @ApiProperty({ type: 'string', format: 'uuid' })
  @Matches(UUID, { message: 'Choose an existing entry: this is not an id.' })
  skill_id: string;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 100,
    example: 80,
    description: 'Whole percent of the quiz, from which on the level is given.',
  })
  @IsInt({ message: 'Enter a whole number.' })
  @Min(0, { message: 'At least 0.' })
  @Max(100, { message: 'At most 100.' })
  min_score: number;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 4, example: 3 })
  @IsInt({ message: 'Enter a whole number.' })
  @Min(1, { message: 'At least 1.' })
  @Max(4, { message: 'At most 4.' })
  level: number;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: 600,
    nullable: true,
    required: false,
    example: 24,
    description: 'null: never expires.',
  })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsInt({ message: 'Enter a whole number.' })
  @Min(1, { message: 'At least 1.' })
  @Max(600, { message: 'At most 600.' })
  validity_months?: number | null;
}

/** The body is the whole list: what is left out is gone. A JSON array cannot carry rules, so it stands in `rows`. */
export class TrainingSkillsWrite {
  @ApiProperty({ type: [TrainingSkillDto] })
  @IsArray({ message: 'Send a list of rows.' })
  @ArrayMaxSize(200, { message: 'At most 200 rows.' })
  @IsObject({ each: true, message: 'Each row is an object with skill_id, min_score, level and validity_months.' })
  @ValidateNested({ each: true })
  @Type(() => TrainingSkillDto)
  rows: TrainingSkillDto[];
}

@ValidatorConstraint({ name: 'areRanges' })
export class AreRanges implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return (
      Array.isArray(value) &&
      value.every(
        (range) =>
          Array.isArray(range) &&
          range.length === 2 &&
          range.every((end) => typeof end === 'number' && Number.isFinite(end) && end >= 0 && end <= 86_400_000),
      )
    );
  }
  defaultMessage(): string {
    return 'Send ranges as [[from, to], …] in milliseconds.';
  }
}

export class BeatDto {
  @ApiProperty({ type: 'string', format: 'uuid' })
  @Matches(UUID, { message: 'Choose an existing entry: this is not an id.' })
  training_id: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
    maxItems: 500,
    example: [[0, 10_000]],
    description: 'What was played since the last beat, or all of it; milliseconds.',
  })
  @IsArray({ message: 'Send a list of ranges.' })
  @ArrayMaxSize(500, { message: 'At most 500 ranges.' })
  @Validate(AreRanges)
  ranges: [number, number][];

  @ApiProperty({ type: 'integer', minimum: 0, required: false, example: 10_000 })
  @ValidateIf((_, value) => value !== undefined)
  @IsInt({ message: 'Enter a whole number.' })
  @Min(0, { message: 'At least 0.' })
  @Max(86_400_000, { message: 'At most a day.' })
  position_ms?: number;

  @ApiProperty({
    type: 'number',
    minimum: 0.1,
    maximum: 16,
    required: false,
    example: 1,
    description: 'Counted up to 2.',
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsNumber({ allowInfinity: false, allowNaN: false }, { message: 'Enter a number.' })
  @Min(0.1, { message: 'At least 0.1.' })
  @Max(16, { message: 'At most 16.' })
  speed?: number;
}

export class VideoLinkDto extends answerDto(videoLinkAnswer) {}
export class BeatAnswerDto extends answerDto(beatAnswer) {}
