import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsInt, IsObject, IsOptional, Matches, Max, Min, ValidateNested } from 'class-validator';
import { answerDto } from '../platform/definitions/dto';
import { quizPreviewAnswer, slotAnswer, triedAnswer } from '../contract/attempt-answers';
import { QUESTION_POINTS_MAX } from '../contract/questions.resource';
import { SLOTS_MAX } from '../contract/quizzes.resource';
import { UUID } from '../platform/ids';
import { AnswerGiven } from './attempts.dto';
import { ruleError } from '../platform/errors/field-error';

export class SlotWrite {
  @ApiProperty({ format: 'uuid', example: '019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d' })
  @Matches(UUID, ruleError('reference', 'This is not an id.'))
  question_id: string;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: QUESTION_POINTS_MAX,
    required: false,
    description: 'Default: the points of the question.',
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
    description: 'All questions in their order; those left out are removed.',
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
    description: 'Of the quiz, sent back as read: a stale one answers 412.',
  })
  @IsOptional()
  @IsInt(ruleError('version', 'Send back the row_version that you read.'))
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

export class SlotRowDto extends answerDto(slotAnswer) {}
export class QuizPreviewDto extends answerDto(quizPreviewAnswer) {}
export class TriedAnswersDto extends answerDto(triedAnswer) {}
