import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsInt, Matches, Max, Min } from 'class-validator';
import { attempts } from '../contract/attempts.resource';
import { OPTIONS_MAX } from '../contract/questions.resource';
import { rowDto } from '../platform/definitions/dto';
import { UUID } from '../platform/ids';

const AN_ID = '019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d';
const score = { type: 'number', nullable: true } as const;

export class AttemptStartBody {
  @ApiProperty({ format: 'uuid', example: AN_ID })
  @Matches(UUID, { message: 'Choose an existing entry: this is not an id.' })
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
  @IsArray({ message: 'Send a list of option ids.' })
  @ArrayMaxSize(OPTIONS_MAX, { message: `At most ${OPTIONS_MAX} options.` })
  @Matches(UUID, { each: true, message: 'Each entry must be an id.' })
  option_id: string[];

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 7,
    description: 'Counted up by the client with each answer: the last one wins.',
  })
  @IsInt({ message: 'Enter a whole number.' })
  @Min(0, { message: 'At least 0.' })
  @Max(Number.MAX_SAFE_INTEGER, { message: 'Too large.' })
  sequence: number;
}

/** A question with what was chosen, as the call of the specification sends it. */
export class AnswerGiven {
  @ApiProperty({ format: 'uuid', example: AN_ID })
  @Matches(UUID, { message: 'This is not an id.' })
  question_id: string;

  @ApiProperty({ type: [String], format: 'uuid', maxItems: OPTIONS_MAX, example: [AN_ID] })
  @IsArray({ message: 'Send a list of option ids.' })
  @ArrayMaxSize(OPTIONS_MAX, { message: `At most ${OPTIONS_MAX} options.` })
  @Matches(UUID, { each: true, message: 'Each entry must be an id.' })
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

export class SheetOption {
  @ApiProperty({ format: 'uuid' })
  option_id: string;

  @ApiProperty()
  text: string;
}

export class SheetQuestionDto {
  @ApiProperty({ type: 'integer', minimum: 1 })
  slot: number;

  @ApiProperty({ format: 'uuid' })
  question_id: string;

  @ApiProperty({ enum: ['single', 'multiple', 'true_false'] })
  kind: string;

  @ApiProperty({ description: 'Markdown.' })
  text: string;

  @ApiProperty({ type: 'integer', minimum: 1 })
  points: number;

  @ApiProperty({ type: () => [SheetOption] })
  options: SheetOption[];
}

export class SavedAnswerDto {
  @ApiProperty({ type: 'integer', minimum: 1 })
  slot: number;

  @ApiProperty({ format: 'uuid' })
  question_id: string;

  @ApiProperty({ type: [String] })
  option_id: string[];

  @ApiProperty({ type: 'integer' })
  sequence: number;

  @ApiProperty({ format: 'date-time' })
  saved_at: string;
}

export class ReviewOption {
  @ApiProperty({ format: 'uuid' })
  option_id: string;

  @ApiProperty({ type: 'number' })
  fraction: number;

  @ApiProperty({ type: 'string', nullable: true })
  feedback: string | null;
}

export class ReviewQuestionDto {
  @ApiProperty({ type: 'integer', minimum: 1 })
  slot: number;

  @ApiProperty({ format: 'uuid' })
  question_id: string;

  @ApiProperty({ type: 'integer' })
  points: number;

  @ApiProperty({ type: 'number' })
  earned: number;

  @ApiProperty({ type: [String] })
  chosen: string[];

  @ApiProperty({ type: [String] })
  right: string[];

  @ApiProperty({ type: 'string', nullable: true })
  feedback: string | null;

  @ApiProperty({ type: 'string', nullable: true })
  explanation: string | null;

  @ApiProperty({ type: () => [ReviewOption] })
  options: ReviewOption[];
}

export class AttemptSheetDto extends AttemptRowDto {
  @ApiProperty()
  title: string;

  @ApiProperty({ format: 'date-time', description: 'The server’s clock, to count down to `deadline` by.' })
  now: string;

  @ApiProperty({ type: () => [SheetQuestionDto] })
  questions: SheetQuestionDto[];

  @ApiProperty({ type: () => [SavedAnswerDto] })
  answers: SavedAnswerDto[];

  @ApiProperty({
    type: () => [ReviewQuestionDto],
    nullable: true,
    description: 'What was right and why, by the review policy; null otherwise.',
  })
  review: ReviewQuestionDto[] | null;
}

export class SavedDto extends SavedAnswerDto {
  @ApiProperty({ format: 'date-time' })
  now: string;
}
