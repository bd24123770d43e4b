import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
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
import { saveAnswerSchema, voidAttemptSchema, sheetExtraSchema } from '../../contract/attempt.responses';
import { attempts } from '../../contract/attempts.resource';
import { DECIMAL_INPUT_LENGTH_MAX } from '../../contract/decimals';
import { OPTION_TEXT_MAX, OPTIONS_MAX } from '../../contract/questions.resource';
import { answerDto, rowDto } from '../../common/rest/dto';
import { IsPlainText } from '../../common/rest/field-rules';
import { UUID_PATTERN } from '../../common/ids';
import { ruleError } from '../../common/errors/field-error';
import { IsReason } from '../trainings/assignments.dto';

const AN_ID = '019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d';
const score = { type: 'number', nullable: true } as const;

export class AttemptStartBody {
  @ApiProperty({ format: 'uuid', example: AN_ID })
  @Matches(UUID_PATTERN, ruleError('reference', 'This is not an id. Choose an existing entry.'))
  training_id: string;
}

const tooLong = (count: number) => ruleError('too_long', `At most ${count} characters.`, { count });

class PairGiven {
  @ApiProperty({ format: 'uuid', example: AN_ID, description: 'The id of the left text.' })
  @Matches(UUID_PATTERN, ruleError('reference', 'This is not an id.'))
  option_id: string;

  @ApiProperty({ maxLength: OPTION_TEXT_MAX, example: 'Class C', description: 'One of `matches`, word by word.' })
  @IsString(ruleError('text', 'Enter text.'))
  @MaxLength(OPTION_TEXT_MAX, tooLong(OPTION_TEXT_MAX))
  match: string;
}

const hasNoAnswer = ({ text, value, pairs }: AnswerPartsBody): boolean =>
  text === undefined && value === undefined && pairs === undefined;

/** An answer in the shape of its question's kind; empty: not answered. */
class AnswerPartsBody {
  @ApiProperty({
    type: [String],
    format: 'uuid',
    maxItems: OPTIONS_MAX,
    required: false,
    example: [AN_ID],
    description: 'Chosen options; for an order all items. Omit only with one of the other properties.',
  })
  @ValidateIf((body: AnswerPartsBody, value) => value !== undefined || hasNoAnswer(body))
  @IsArray(ruleError('list', 'Send a list of option ids.'))
  @ArrayMaxSize(OPTIONS_MAX, ruleError('too_many', `At most ${OPTIONS_MAX} options.`, { count: OPTIONS_MAX }))
  @Matches(UUID_PATTERN, { ...ruleError('reference', 'Each entry must be an id.'), each: true })
  option_id?: string[];

  @ApiProperty({ type: 'string', maxLength: OPTION_TEXT_MAX, nullable: true, required: false, description: 'fill_in.' })
  @IsOptional()
  @IsString(ruleError('text', 'Enter text.'))
  @MaxLength(OPTION_TEXT_MAX, tooLong(OPTION_TEXT_MAX))
  @Validate(IsPlainText)
  text?: string | null;

  @ApiProperty({
    type: 'string',
    maxLength: DECIMAL_INPUT_LENGTH_MAX,
    nullable: true,
    required: false,
    description: 'numeric, as text: `3.5`, `3,5`, `3 500`. One separator is the decimal’s.',
  })
  @IsOptional()
  @IsString(ruleError('text', 'Send the number as text, for example "3.5".'))
  @MaxLength(DECIMAL_INPUT_LENGTH_MAX, tooLong(DECIMAL_INPUT_LENGTH_MAX))
  value?: string | null;

  @ApiProperty({
    type: () => [PairGiven],
    maxItems: OPTIONS_MAX,
    nullable: true,
    required: false,
    description: 'matching.',
  })
  @IsOptional()
  @IsArray(ruleError('list', 'Send a list of pairs.'))
  @ArrayMaxSize(OPTIONS_MAX, ruleError('too_many', `At most ${OPTIONS_MAX} pairs.`, { count: OPTIONS_MAX }))
  @IsObject({ ...ruleError('object', 'Each pair is an object with option_id and match.'), each: true })
  @ValidateNested({ ...ruleError('object', null), each: true })
  @Type(() => PairGiven)
  pairs?: PairGiven[] | null;
}

export class AnswerWrite extends AnswerPartsBody {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 7,
    description: 'Increased by the client with each answer; the last one wins.',
  })
  @IsInt(ruleError('whole', 'Enter a whole number.'))
  @Min(0, ruleError('min', 'At least 0.', { min: 0 }))
  @Max(Number.MAX_SAFE_INTEGER, ruleError('max', 'Too large.', { max: Number.MAX_SAFE_INTEGER }))
  sequence: number;
}

/** A question with its answer. */
export class AnswerGiven extends AnswerPartsBody {
  @ApiProperty({ format: 'uuid', example: AN_ID })
  @Matches(UUID_PATTERN, ruleError('reference', 'This is not an id.'))
  question_id: string;
}

export class AttemptVoidWrite {
  @IsReason('Another person answered the questions')
  reason: string;
}

export class AttemptRowDto extends rowDto(attempts) {
  @ApiProperty({ ...score, description: 'Points earned.' })
  correct: number | null;

  @ApiProperty({ ...score, description: 'Possible points.' })
  total: number | null;

  @ApiProperty({ ...score, description: 'Percent with two decimals, for display; see `result` for passed or failed.' })
  score: number | null;
}

export class AttemptSheetDto extends answerDto(sheetExtraSchema, AttemptRowDto) {}
export class SavedDto extends answerDto(saveAnswerSchema) {}
export class AttemptVoidedDto extends answerDto(voidAttemptSchema) {}
