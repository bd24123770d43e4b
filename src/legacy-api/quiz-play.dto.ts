import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsObject, IsOptional, Matches, Validate, ValidateNested } from 'class-validator';
import { OPTIONS_MAX } from '../contract/questions.resource';
import { SLOTS_MAX } from '../contract/quizzes.resource';
import { UUID_PATTERN } from '../common/ids';
import { AreRanges, RANGE_SCHEMA } from '../modules/trainings/trainings.dto';
import { ruleError } from '../common/errors/field-error';

const EXAMPLE_ID = '019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d';
const NOT_AN_ID = ruleError('reference', 'This is not an id.');

export class QuizQuestionsQuery {
  @ApiProperty({ format: 'uuid', required: false, example: EXAMPLE_ID })
  @IsOptional()
  @Matches(UUID_PATTERN, NOT_AN_ID)
  quiz_id?: string;

  @ApiProperty({ format: 'uuid', required: false, example: EXAMPLE_ID })
  @IsOptional()
  @Matches(UUID_PATTERN, NOT_AN_ID)
  training_id?: string;
}

export class PlayedAnswerBody {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_ID })
  @Matches(UUID_PATTERN, NOT_AN_ID)
  question_id: string;

  @ApiProperty({
    type: [String],
    format: 'uuid',
    example: [EXAMPLE_ID],
    description: 'Left out or empty: not answered.',
  })
  @IsOptional()
  @IsArray(ruleError('list', 'Send a list of option ids.'))
  @ArrayMaxSize(OPTIONS_MAX, ruleError('too_many', `At most ${OPTIONS_MAX} options.`, { count: OPTIONS_MAX }))
  @Matches(UUID_PATTERN, { ...ruleError('reference', 'Each entry must be an id.'), each: true })
  option_id?: string[];
}

export class PlayedVideoBody {
  @ApiProperty({
    type: 'array',
    items: RANGE_SCHEMA,
    example: [[0, 300_000]],
    description: 'Milliseconds that were played, [from, to).',
  })
  @IsOptional()
  @IsArray(ruleError('ranges', 'Send ranges as [[from, to], …] in milliseconds.'))
  @ArrayMaxSize(1000, ruleError('too_many', 'At most 1000 ranges.', { count: 1000 }))
  @Validate(AreRanges)
  ranges?: [number, number][];
}

export class SaveQuizAndVideoBody {
  @ApiProperty({ format: 'uuid', required: false, example: EXAMPLE_ID })
  @IsOptional()
  @Matches(UUID_PATTERN, NOT_AN_ID)
  training_id?: string;

  @ApiProperty({ format: 'uuid', required: false, example: EXAMPLE_ID })
  @IsOptional()
  @Matches(UUID_PATTERN, NOT_AN_ID)
  quiz_id?: string;

  @ApiProperty({ format: 'uuid', required: false, example: EXAMPLE_ID, description: 'Of get_quiz_questions.' })
  @IsOptional()
  @Matches(UUID_PATTERN, NOT_AN_ID)
  attempt_id?: string;

  @ApiProperty({ type: () => [PlayedAnswerBody], required: false })
  @IsOptional()
  @IsArray(ruleError('list', 'Send a list of answers.'))
  @ArrayMaxSize(SLOTS_MAX, ruleError('too_many', `At most ${SLOTS_MAX} answers.`, { count: SLOTS_MAX }))
  @IsObject({ ...ruleError('object', 'Each answer is an object with question_id and option_id.'), each: true })
  @ValidateNested({ ...ruleError('object', null), each: true })
  @Type(() => PlayedAnswerBody)
  answers?: PlayedAnswerBody[];

  @ApiProperty({ type: () => PlayedVideoBody, required: false })
  @IsOptional()
  @IsObject(ruleError('object', 'Send an object with ranges.'))
  @ValidateNested(ruleError('object', null))
  @Type(() => PlayedVideoBody)
  video?: PlayedVideoBody;
}
