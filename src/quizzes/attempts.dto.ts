import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsInt, Matches, Max, Min } from 'class-validator';
import { answerSaved, sheetParts } from '../contract/attempt-answers';
import { attempts } from '../contract/attempts.resource';
import { OPTIONS_MAX } from '../contract/questions.resource';
import { answerDto, rowDto } from '../platform/definitions/dto';
import { UUID } from '../platform/ids';
import { ruleError } from '../platform/errors/field-error';

const AN_ID = '019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d';
const score = { type: 'number', nullable: true } as const;

export class AttemptStartBody {
  @ApiProperty({ format: 'uuid', example: AN_ID })
  @Matches(UUID, ruleError('reference', 'Choose an existing entry: this is not an id.'))
  training_id: string;
}

export class AnswerWrite {
  @ApiProperty({
    type: [String],
    format: 'uuid',
    maxItems: OPTIONS_MAX,
    example: [AN_ID],
    description: 'Empty: not answered.',
  })
  @IsArray(ruleError('list', 'Send a list of option ids.'))
  @ArrayMaxSize(OPTIONS_MAX, ruleError('too_many', `At most ${OPTIONS_MAX} options.`, { count: OPTIONS_MAX }))
  @Matches(UUID, { ...ruleError('reference', 'Each entry must be an id.'), each: true })
  option_id: string[];

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 7,
    description: 'Counted up by the client with each answer: the last one wins.',
  })
  @IsInt(ruleError('whole', 'Enter a whole number.'))
  @Min(0, ruleError('min', 'At least 0.', { min: 0 }))
  @Max(Number.MAX_SAFE_INTEGER, ruleError('max', 'Too large.', { max: Number.MAX_SAFE_INTEGER }))
  sequence: number;
}

/** A question with what was chosen, as the call of the specification sends it. */
export class AnswerGiven {
  @ApiProperty({ format: 'uuid', example: AN_ID })
  @Matches(UUID, ruleError('reference', 'This is not an id.'))
  question_id: string;

  @ApiProperty({ type: [String], format: 'uuid', maxItems: OPTIONS_MAX, example: [AN_ID] })
  @IsArray(ruleError('list', 'Send a list of option ids.'))
  @ArrayMaxSize(OPTIONS_MAX, ruleError('too_many', `At most ${OPTIONS_MAX} options.`, { count: OPTIONS_MAX }))
  @Matches(UUID, { ...ruleError('reference', 'Each entry must be an id.'), each: true })
  option_id: string[];
}

export class AttemptRowDto extends rowDto(attempts) {
  @ApiProperty({ ...score, description: 'Points earned.' })
  correct: number | null;

  @ApiProperty({ ...score, description: 'Points there were.' })
  total: number | null;

  @ApiProperty({ ...score, description: 'Percent with two decimals, for show: whether it passed is `result`.' })
  score: number | null;
}

export class AttemptSheetDto extends answerDto(sheetParts, AttemptRowDto) {}
export class SavedDto extends answerDto(answerSaved) {}
