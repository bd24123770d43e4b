import { applyDecorators, UseGuards } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiProduces, ApiProperty, ApiQuery } from '@nestjs/swagger';
import type { Readable } from 'node:stream';
import { CSV_FOR_DESCRIPTION } from '../contract/exports';
import { FALLBACK, isLanguage, LANGUAGE_CODES } from '../contract/languages';
import {
  EXCHANGE_BYTES_MAX,
  EXCHANGE_FORMATS,
  EXCHANGE_QUESTIONS_MAX,
  EXCHANGE_STATES,
  EXCHANGE_TYPES,
  IMPORT_FORMATS,
  PROBLEMS_TOLD,
  QUESTIONS_SHOWN,
  type ExchangedRow,
  type ExchangeProblem,
  type ExchangeState,
  type ImportAnswer,
  type ImportFormat,
} from '../contract/question-exchange';
import { QUESTION_KIND_CHOICES, questions } from '../contract/questions.resource';
import { ApiFilters } from '../platform/definitions/api-list';
import { Malformed } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';
import { SameSiteGuard } from '../platform/http/same-site.guard';
import { TakesUpload } from '../platform/http/takes-upload';
import { SingleUse } from '../tenancy/access';
import { QuestionFileTooLarge } from './question-exchange.errors';
import type { QuestionKind } from './graded-question';
import type { AskedImport } from './question-import.service';

class ImportedOption {
  @ApiProperty()
  text: string;

  @ApiProperty({ type: 'number', minimum: -1, maximum: 1 })
  fraction: number;

  @ApiProperty({ type: 'string', required: false, description: 'matching: the right of the pair.' })
  match?: string;

  @ApiProperty({ type: 'string', required: false, description: 'numeric: how far from the value is still right.' })
  tolerance?: string;
}

class ImportedQuestion implements ExchangedRow {
  @ApiProperty({ type: 'integer', description: 'Where it begins in the file, from 1.' })
  line: number;

  @ApiProperty({
    enum: EXCHANGE_STATES,
    description:
      'unchanged and different: the bank has it, and it stays as it is; repeated: it stands further up in the file.',
  })
  state: ExchangeState;

  @ApiProperty({ enum: QUESTION_KIND_CHOICES })
  kind: QuestionKind;

  @ApiProperty()
  text: string;

  @ApiProperty({ type: 'integer' })
  points: number;

  @ApiProperty({ type: () => [ImportedOption] })
  options: ImportedOption[];
}

class ImportProblem implements ExchangeProblem {
  @ApiProperty({ type: 'integer', description: 'Of the file, from 1.' })
  line: number;

  @ApiProperty({ type: 'string', nullable: true, description: 'Which part of the question: options.2.text.' })
  field: string | null;

  @ApiProperty({ type: 'string', example: 'kind_not_supported' })
  code: ExchangeProblem['code'];

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'What the sentence is filled with.' })
  facts: ExchangeProblem['facts'];

  @ApiProperty()
  message: string;
}

class ImportAnswerDto implements ImportAnswer {
  @ApiProperty({
    enum: [...IMPORT_FORMATS, null],
    nullable: true,
    description: 'null: nothing speaks for any of them.',
  })
  format: ImportFormat | null;

  @ApiProperty({ description: 'Whether it was only tried: nothing is created then.' })
  dry_run: boolean;

  @ApiProperty({ type: 'integer', description: 'Questions that can be read.' })
  found: number;

  @ApiProperty({ type: 'integer', description: 'Of them, the new ones: created, or of a dry run to be created.' })
  created: number;

  @ApiProperty({ type: 'integer', description: 'In the bank already, saying the same.' })
  unchanged: number;

  @ApiProperty({ type: 'integer', description: 'In the bank already, saying something else: they stay as they are.' })
  different: number;

  @ApiProperty({ type: 'integer', description: 'Further up in the file already.' })
  repeated: number;

  @ApiProperty({ type: 'integer', description: 'How many problems there are, those that are not listed too.' })
  problems_total: number;

  @ApiProperty({
    type: () => [ImportProblem],
    description: `The first ${PROBLEMS_TOLD}. While there is one, nothing is created.`,
  })
  problems: ImportProblem[];

  @ApiProperty({ type: () => [ImportedQuestion], description: `The first ${QUESTIONS_SHOWN}.` })
  questions: ImportedQuestion[];
}

/** What an import route says of itself. */
export const ApiQuestionImport = () =>
  applyDecorators(
    TakesUpload(),
    SingleUse('bytes come only once; the same file twice makes no doubles'),
    ApiConsumes('multipart/form-data'),
    ApiBody({
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    }),
    ApiQuery({ name: 'format', required: false, enum: IMPORT_FORMATS, description: 'Left out: as the file looks.' }),
    ApiQuery({
      name: 'dry_run',
      required: false,
      enum: ['true', 'false'],
      description: 'true: answers what would be created, and everything that is wrong; creates nothing.',
    }),
    ApiQuery({
      name: 'lang',
      required: false,
      enum: [...LANGUAGE_CODES],
      description: 'What the two options of true or false are called where the file does not say; left out: English.',
    }),
    ApiOkResponse({ type: ImportAnswerDto }),
  );

/** What an export route says of itself: a GET that the log tells of. */
export const ApiQuestionExport = () =>
  applyDecorators(
    UseGuards(SameSiteGuard),
    ApiFilters(questions),
    ApiQuery({ name: 'format', required: false, enum: EXCHANGE_FORMATS, description: 'Default: csv.' }),
    ApiQuery({ name: 'csv_for', required: false, enum: [...LANGUAGE_CODES], description: CSV_FOR_DESCRIPTION }),
    ApiProduces(...Object.values(EXCHANGE_TYPES).map((type) => type.split(';')[0]!)),
    ApiOkResponse({
      description: `The whole file, of at most ${EXCHANGE_QUESTIONS_MAX} questions. Imported again, it says the same.`,
      schema: { type: 'string', format: 'binary' },
      headers: {
        'Repr-Digest': { description: 'The SHA-256 of the file (RFC 9530).', schema: { type: 'string' } },
        'X-Export-Rows': { description: 'How many questions are in it.', schema: { type: 'integer' } },
      },
    }),
  );

/** @throws Malformed */
export function askedImport(format: unknown, dry_run: unknown, lang: unknown): AskedImport {
  const named = IMPORT_FORMATS.find((each) => each === format);
  if (format !== undefined && !named) refuse('format', IMPORT_FORMATS);
  if (dry_run !== undefined && dry_run !== 'true' && dry_run !== 'false') refuse('dry_run', ['true', 'false']);
  const language = lang ?? FALLBACK;
  if (!isLanguage(language)) refuse('lang', LANGUAGE_CODES);
  return { format: named, dry_run: dry_run === 'true', language };
}

function refuse(key: string, choices: readonly string[]): never {
  const message = `Send one of: ${choices.join(', ')}.`;
  throw new Malformed(message, { [key]: [fieldError('query', message)] });
}

/** @throws QuestionFileTooLarge */
export async function bytesOf(file: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of file as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > EXCHANGE_BYTES_MAX) throw new QuestionFileTooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
