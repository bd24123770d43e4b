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

  @ApiProperty({ type: 'string', required: false, description: 'matching: the right-hand text of the pair.' })
  match?: string;

  @ApiProperty({ type: 'string', required: false, description: 'numeric: the tolerance.' })
  tolerance?: string;
}

class ImportedQuestion implements ExchangedRow {
  @ApiProperty({ type: 'integer', description: 'Line in the file, from 1.' })
  line: number;

  @ApiProperty({
    enum: EXCHANGE_STATES,
    description:
      'unchanged and different: already in the bank and not changed; repeated: duplicate of an earlier question in the file.',
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
  @ApiProperty({ type: 'integer', description: 'Line of the file, from 1.' })
  line: number;

  @ApiProperty({ type: 'string', nullable: true, description: 'Which part of the question: options.2.text.' })
  field: string | null;

  @ApiProperty({ type: 'string', example: 'kind_not_supported' })
  code: ExchangeProblem['code'];

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Values for the text.' })
  facts: ExchangeProblem['facts'];

  @ApiProperty()
  message: string;
}

class ImportAnswerDto implements ImportAnswer {
  @ApiProperty({
    enum: [...IMPORT_FORMATS, null],
    nullable: true,
    description: 'null: not detected.',
  })
  format: ImportFormat | null;

  @ApiProperty({ description: 'Whether it was a dry run; nothing is created then.' })
  dry_run: boolean;

  @ApiProperty({ type: 'integer', description: 'Number of valid questions.' })
  found: number;

  @ApiProperty({ type: 'integer', description: 'New questions: created, or in a dry run to be created.' })
  created: number;

  @ApiProperty({ type: 'integer', description: 'Already in the bank with the same content.' })
  unchanged: number;

  @ApiProperty({ type: 'integer', description: 'Already in the bank with different content; not changed.' })
  different: number;

  @ApiProperty({ type: 'integer', description: 'Duplicates of earlier questions in the file.' })
  repeated: number;

  @ApiProperty({ type: 'integer', description: 'Number of problems, including those not listed.' })
  problems_total: number;

  @ApiProperty({
    type: () => [ImportProblem],
    description: `The first ${PROBLEMS_TOLD}. If there are any, nothing is created.`,
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
    ApiQuery({
      name: 'format',
      required: false,
      enum: IMPORT_FORMATS,
      description: 'Default: detected from the file.',
    }),
    ApiQuery({
      name: 'dry_run',
      required: false,
      enum: ['true', 'false'],
      description: 'true: returns what would be created and all problems, without creating anything.',
    }),
    ApiQuery({
      name: 'lang',
      required: false,
      enum: [...LANGUAGE_CODES],
      description: 'Language of the options true and false if the file does not name them; default: English.',
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
      description: `The whole file, at most ${EXCHANGE_QUESTIONS_MAX} questions. It can be imported again without changes.`,
      schema: { type: 'string', format: 'binary' },
      headers: {
        'Repr-Digest': { description: 'The SHA-256 of the file (RFC 9530).', schema: { type: 'string' } },
        'X-Export-Rows': { description: 'Number of questions in the file.', schema: { type: 'integer' } },
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
