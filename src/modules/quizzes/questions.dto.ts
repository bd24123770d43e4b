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
import { regradeQuestionSchema } from '../../contract/attempt.responses';
import { DECIMAL_INPUT_LENGTH_MAX } from '../../contract/decimals';
import { OPTION_TEXT_MAX, OPTIONS_MAX, questions, type QuestionOptionRow } from '../../contract/questions.resource';
import { answerDto, changeDto, rowDto, writeDto } from '../../common/rest/dto';
import { UUID_PATTERN } from '../../common/ids';
import { IsNotBlank, IsPlainText } from '../../common/rest/field-rules';
import { ruleError } from '../../common/errors/field-error';
import { IsReason } from '../trainings/assignments.dto';

const OPTIONS_EXAMPLE = [
  { text: '15 to 20 cm', fraction: 1 },
  { text: 'One metre', fraction: 0 },
];

const matchSchema = {
  ...({ type: 'string', nullable: true, maxLength: OPTION_TEXT_MAX } as const),
  description: 'matching: the right-hand text of the pair.',
};
const toleranceSchema = {
  ...({ type: 'string', nullable: true, maxLength: DECIMAL_INPUT_LENGTH_MAX } as const),
  description: 'numeric: the tolerance, a decimal; default: none.',
};
const caseSchema = {
  ...({ type: 'boolean', nullable: true } as const),
  description: 'fill_in: case-sensitive. If set for one accepted text, it applies to all.',
};

/** The value is not validated yet. */
const isBlank = (value: unknown): boolean => !value || (typeof value === 'string' && value.trim() === '');

export class OptionWrite {
  @ApiProperty({
    format: 'uuid',
    nullable: true,
    required: false,
    description: 'Sent back on a change, the option keeps its id.',
  })
  @IsOptional()
  @Matches(UUID_PATTERN, ruleError('reference', 'This is not an id.'))
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
    DECIMAL_INPUT_LENGTH_MAX,
    ruleError('too_long', `At most ${DECIMAL_INPUT_LENGTH_MAX} characters.`, { count: DECIMAL_INPUT_LENGTH_MAX }),
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

/** An empty row of the form: no id, no text, not marked. It is dropped, not rejected. */
const isEmptyRow = (option: Partial<OptionWrite> | null): boolean =>
  typeof option?.text === 'string' &&
  option.text.trim() === '' &&
  !option.option_id &&
  !option.feedback &&
  isBlank(option.match) &&
  !(Number(option.fraction) > 0);

const DropEmptyOptions = () =>
  Transform(({ value }: { value: unknown }) =>
    Array.isArray(value) ? value.filter((each) => !isEmptyRow(each)) : value,
  );

const optionsSchema = { type: () => [OptionWrite], minItems: 1, maxItems: OPTIONS_MAX, example: OPTIONS_EXAMPLE };

export class QuestionWrite extends writeDto(questions) {
  @ApiProperty(optionsSchema)
  @IsArray(ruleError('list', 'Send a list of options.'))
  @ArrayMinSize(1, ruleError('too_few', 'Add at least one option.', { min: 1 }))
  @ArrayMaxSize(OPTIONS_MAX, ruleError('too_many', `Add at most ${OPTIONS_MAX} options.`, { count: OPTIONS_MAX }))
  @IsObject({ ...ruleError('object', 'Each option is an object with text and fraction.'), each: true })
  @ValidateNested({ ...ruleError('object', null), each: true })
  @Type(() => OptionWrite)
  @DropEmptyOptions()
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
  @DropEmptyOptions()
  options?: OptionWrite[];
}

export class QuestionRowDto extends rowDto(questions) {
  @ApiProperty({ type: () => [OptionRow] })
  options: QuestionOptionRow[];
}

export class RegradeBody {
  @IsReason('The wrong option was marked as right')
  reason: string;

  @ApiProperty({ type: 'boolean', required: false, default: false, description: 'Whether scores may also fall.' })
  @ValidateIf((_, value) => value !== undefined)
  @IsBoolean(ruleError('flag', 'Send true or false.'))
  lower?: boolean;
}
export class QuestionRegradedDto extends answerDto(regradeQuestionSchema) {}
