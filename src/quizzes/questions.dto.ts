import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsNumber,
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
import { questionRegradedAnswer } from '../contract/attempt-answers';
import { DECIMAL_WRITTEN_MAX } from '../contract/decimals';
import { OPTION_TEXT_MAX, OPTIONS_MAX, questions, type QuestionOptionRow } from '../contract/questions.resource';
import { answerDto, changeDto, rowDto, writeDto } from '../platform/definitions/dto';
import { UUID } from '../platform/ids';
import { IsNotBlank, IsPlainText } from '../platform/definitions/field-rules';
import { ruleError } from '../platform/errors/field-error';
import { Reason } from '../trainings/assignments.dto';

const EXAMPLE = [
  { text: '15 to 20 cm', fraction: 1 },
  { text: 'One metre', fraction: 0 },
];

const matchSchema = {
  ...({ type: 'string', nullable: true, maxLength: OPTION_TEXT_MAX } as const),
  description: 'matching: the right-hand text of the pair.',
};
const toleranceSchema = {
  ...({ type: 'string', nullable: true, maxLength: DECIMAL_WRITTEN_MAX } as const),
  description: 'numeric: the tolerance, a decimal; default: none.',
};
const caseSchema = {
  ...({ type: 'boolean', nullable: true } as const),
  description: 'fill_in: case-sensitive. If set for one accepted text, it applies to all.',
};

/** Whatever was sent: no rule has looked at it yet. */
const isBlank = (value: unknown): boolean => !value || (typeof value === 'string' && value.trim() === '');

export class OptionWrite {
  @ApiProperty({
    format: 'uuid',
    nullable: true,
    required: false,
    description: 'Sent back on a change, the option keeps its id.',
  })
  @IsOptional()
  @Matches(UUID, ruleError('reference', 'This is not an id.'))
  option_id?: string | null;

  @ApiProperty({
    maxLength: OPTION_TEXT_MAX,
    example: '15 to 20 cm',
    description: 'matching: the left text, empty for a wrong choice; numeric: the value, a decimal.',
  })
  @ValidateIf((option: OptionWrite, text) => text !== '' || isBlank(option.match))
  @IsString(ruleError('text', 'Enter text.'))
  @MaxLength(
    OPTION_TEXT_MAX,
    ruleError('too_long', `At most ${OPTION_TEXT_MAX} characters.`, { count: OPTION_TEXT_MAX }),
  )
  @Validate(IsPlainText)
  @Validate(IsNotBlank)
  text: string;

  @ApiProperty({
    type: 'number',
    minimum: -1,
    maximum: 1,
    required: false,
    example: 1,
    description:
      'Weight: 1 is right. Default: 1 for an accepted text or value, otherwise 0. Not used for pairs and items.',
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsNumber(
    { allowNaN: false, allowInfinity: false, maxDecimalPlaces: 4 },
    ruleError('decimals', 'Enter a number with at most four decimals.', { count: 4 }),
  )
  @Min(-1, ruleError('min', 'At least -1.', { min: -1 }))
  @Max(1, ruleError('max', 'At most 1.', { max: 1 }))
  fraction?: number;

  @ApiProperty({ type: 'string', maxLength: OPTION_TEXT_MAX, nullable: true, required: false })
  @IsOptional()
  @IsString(ruleError('text', 'Enter text.'))
  @MaxLength(
    OPTION_TEXT_MAX,
    ruleError('too_long', `At most ${OPTION_TEXT_MAX} characters.`, { count: OPTION_TEXT_MAX }),
  )
  @Validate(IsPlainText)
  feedback?: string | null;

  @ApiProperty({ ...matchSchema, required: false })
  @IsOptional()
  @IsString(ruleError('text', 'Enter text.'))
  @MaxLength(
    OPTION_TEXT_MAX,
    ruleError('too_long', `At most ${OPTION_TEXT_MAX} characters.`, { count: OPTION_TEXT_MAX }),
  )
  @Validate(IsPlainText)
  match?: string | null;

  @ApiProperty({ ...toleranceSchema, required: false })
  @IsOptional()
  @IsString(ruleError('text', 'Send the number as text, for example "0.5".'))
  @MaxLength(
    DECIMAL_WRITTEN_MAX,
    ruleError('too_long', `At most ${DECIMAL_WRITTEN_MAX} characters.`, { count: DECIMAL_WRITTEN_MAX }),
  )
  tolerance?: string | null;

  @ApiProperty({ ...caseSchema, required: false })
  @IsOptional()
  @IsBoolean(ruleError('flag', 'Send true or false.'))
  case_sensitive?: boolean | null;
}

class OptionRow {
  @ApiProperty({ format: 'uuid' })
  option_id: string;

  @ApiProperty()
  text: string;

  @ApiProperty({ type: 'number', minimum: -1, maximum: 1 })
  fraction: number;

  @ApiProperty({ type: 'string', nullable: true })
  feedback: string | null;

  @ApiProperty({ ...matchSchema, required: false })
  match?: string | null;

  @ApiProperty({ ...toleranceSchema, required: false })
  tolerance?: string | null;

  @ApiProperty({ ...caseSchema, nullable: false, required: false })
  case_sensitive?: boolean;
}

/** A line of the form that nobody wrote into: no id, no text, not marked. It is no option, and no error. */
const isLeftEmpty = (given: Partial<OptionWrite> | null): boolean =>
  typeof given?.text === 'string' &&
  given.text.trim() === '' &&
  !given.option_id &&
  !given.feedback &&
  isBlank(given.match) &&
  !(Number(given.fraction) > 0);

const WithoutEmpty = () =>
  Transform(({ value }: { value: unknown }) =>
    Array.isArray(value) ? value.filter((each) => !isLeftEmpty(each)) : value,
  );

const optionsSchema = { type: () => [OptionWrite], minItems: 1, maxItems: OPTIONS_MAX, example: EXAMPLE };

export class QuestionWrite extends writeDto(questions) {
  @ApiProperty(optionsSchema)
  @IsArray(ruleError('list', 'Send a list of options.'))
  @ArrayMinSize(1, ruleError('too_few', 'Add at least one option.', { min: 1 }))
  @ArrayMaxSize(OPTIONS_MAX, ruleError('too_many', `Add at most ${OPTIONS_MAX} options.`, { count: OPTIONS_MAX }))
  @IsObject({ ...ruleError('object', 'Each option is an object with text and fraction.'), each: true })
  @ValidateNested({ ...ruleError('object', null), each: true })
  @Type(() => OptionWrite)
  @WithoutEmpty()
  options: OptionWrite[];
}

export class QuestionChange extends changeDto(questions) {
  @ApiProperty({ ...optionsSchema, required: false, description: 'Complete list; omitted ones are removed.' })
  @ValidateIf((_, value) => value !== undefined)
  @IsArray(ruleError('list', 'Send a list of options.'))
  @ArrayMinSize(1, ruleError('too_few', 'Add at least one option.', { min: 1 }))
  @ArrayMaxSize(OPTIONS_MAX, ruleError('too_many', `Add at most ${OPTIONS_MAX} options.`, { count: OPTIONS_MAX }))
  @IsObject({ ...ruleError('object', 'Each option is an object with text and fraction.'), each: true })
  @ValidateNested({ ...ruleError('object', null), each: true })
  @Type(() => OptionWrite)
  @WithoutEmpty()
  options?: OptionWrite[];
}

export class QuestionRowDto extends rowDto(questions) {
  @ApiProperty({ type: () => [OptionRow] })
  options: QuestionOptionRow[];
}

export class RegradeBody {
  @Reason('The wrong option was marked as right')
  reason: string;

  @ApiProperty({ type: 'boolean', required: false, default: false, description: 'Whether scores may also fall.' })
  @ValidateIf((_, value) => value !== undefined)
  @IsBoolean(ruleError('flag', 'Send true or false.'))
  lower?: boolean;
}
export class QuestionRegradedDto extends answerDto(questionRegradedAnswer) {}
