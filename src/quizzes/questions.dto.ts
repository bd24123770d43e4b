import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
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
import {
  OPTION_TEXT_MAX,
  OPTIONS_MAX,
  OPTIONS_MIN,
  questions,
  type QuestionOptionRow,
} from '../contract/questions.resource';
import { changeDto, rowDto, writeDto } from '../platform/definitions/dto';
import { UUID } from '../platform/ids';
import { IsNotBlank, IsPlainText } from '../platform/definitions/field-rules';

const EXAMPLE = [
  { text: '15 to 20 cm', fraction: 1 },
  { text: 'One metre', fraction: 0 },
];

export class OptionWrite {
  @ApiProperty({
    format: 'uuid',
    nullable: true,
    required: false,
    description: 'Sent back on a change, the option keeps its id.',
  })
  @IsOptional()
  @Matches(UUID, { message: 'This is not an id.' })
  option_id?: string | null;

  @ApiProperty({ maxLength: OPTION_TEXT_MAX, example: '15 to 20 cm' })
  @IsString({ message: 'Enter text.' })
  @MaxLength(OPTION_TEXT_MAX, { message: `At most ${OPTION_TEXT_MAX} characters.` })
  @Validate(IsPlainText)
  @Validate(IsNotBlank)
  text: string;

  @ApiProperty({
    type: 'number',
    minimum: -1,
    maximum: 1,
    example: 1,
    description: 'What choosing it is worth: 1 is right.',
  })
  @IsNumber(
    { allowNaN: false, allowInfinity: false, maxDecimalPlaces: 4 },
    { message: 'Enter a number with at most four decimals.' },
  )
  @Min(-1, { message: 'At least -1.' })
  @Max(1, { message: 'At most 1.' })
  fraction: number;

  @ApiProperty({ type: 'string', maxLength: OPTION_TEXT_MAX, nullable: true, required: false })
  @IsOptional()
  @IsString({ message: 'Enter text.' })
  @MaxLength(OPTION_TEXT_MAX, { message: `At most ${OPTION_TEXT_MAX} characters.` })
  @Validate(IsPlainText)
  feedback?: string | null;
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
}

/** A line of the form that nobody wrote into: no id, no text, not marked. It is no option, and no error. */
const isLeftEmpty = (given: Partial<OptionWrite> | null): boolean =>
  typeof given?.text === 'string' &&
  given.text.trim() === '' &&
  !given.option_id &&
  !given.feedback &&
  !(Number(given.fraction) > 0);

const WithoutEmpty = () =>
  Transform(({ value }: { value: unknown }) =>
    Array.isArray(value) ? value.filter((each) => !isLeftEmpty(each)) : value,
  );

const optionsSchema = { type: () => [OptionWrite], minItems: OPTIONS_MIN, maxItems: OPTIONS_MAX, example: EXAMPLE };

export class QuestionWrite extends writeDto(questions) {
  @ApiProperty(optionsSchema)
  @IsArray({ message: 'Send a list of options.' })
  @ArrayMinSize(OPTIONS_MIN, { message: `Give at least ${OPTIONS_MIN} options.` })
  @ArrayMaxSize(OPTIONS_MAX, { message: `Give at most ${OPTIONS_MAX} options.` })
  @IsObject({ each: true, message: 'Each option is an object with text and fraction.' })
  @ValidateNested({ each: true })
  @Type(() => OptionWrite)
  @WithoutEmpty()
  options: OptionWrite[];
}

export class QuestionChange extends changeDto(questions) {
  @ApiProperty({ ...optionsSchema, required: false, description: 'All of them; those left out are removed.' })
  @ValidateIf((_, value) => value !== undefined)
  @IsArray({ message: 'Send a list of options.' })
  @ArrayMinSize(OPTIONS_MIN, { message: `Give at least ${OPTIONS_MIN} options.` })
  @ArrayMaxSize(OPTIONS_MAX, { message: `Give at most ${OPTIONS_MAX} options.` })
  @IsObject({ each: true, message: 'Each option is an object with text and fraction.' })
  @ValidateNested({ each: true })
  @Type(() => OptionWrite)
  @WithoutEmpty()
  options?: OptionWrite[];
}

export class QuestionRowDto extends rowDto(questions) {
  @ApiProperty({ type: () => [OptionRow] })
  options: QuestionOptionRow[];
}
