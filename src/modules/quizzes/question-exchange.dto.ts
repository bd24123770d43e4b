import { applyDecorators, UseGuards } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiProduces, ApiProperty, ApiQuery } from '@nestjs/swagger';
import type { Readable } from 'node:stream';
import { CSV_FOR_DESCRIPTION } from '../../contract/exports';
import { FALLBACK_LANGUAGE, isLanguage, LANGUAGE_CODES } from '../../contract/languages';
import {
  EXCHANGE_BYTES_MAX,
  EXCHANGE_FORMATS,
  EXCHANGE_QUESTIONS_MAX,
  EXCHANGE_STATES,
  EXCHANGE_CONTENT_TYPES,
  IMPORT_FORMATS,
  EXCHANGE_PROBLEMS_LISTED_MAX,
  EXCHANGE_QUESTIONS_LISTED_MAX,
  type ExchangeQuestionRow,
  type ExchangeProblem,
  type ExchangeState,
  type QuestionImportResponse,
  type ImportFormat,
} from '../../contract/question-exchange';
import { QUESTION_KIND_CHOICES, questions } from '../../contract/questions.resource';
import { ApiFilters } from '../../infrastructure/rest/api-list';
import { MalformedRequestError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';
import { SameSiteGuard } from '../../infrastructure/http/same-site.guard';
import { TakesUpload } from '../../common/http/takes-upload';
import { SingleUse } from '../../tenancy/access.decorators';
import { QuestionFileTooLargeError } from './question-exchange.errors';
import type { QuestionKind } from './graded-question';
import type { QuestionImportOptions } from './question-import.service';

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

class ImportedQuestion implements ExchangeQuestionRow {
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

class ImportAnswerDto implements QuestionImportResponse {
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
    description: `The first ${EXCHANGE_PROBLEMS_LISTED_MAX}. If there are any, nothing is created.`,
  })
  problems: ImportProblem[];

  @ApiProperty({ type: () => [ImportedQuestion], description: `The first ${EXCHANGE_QUESTIONS_LISTED_MAX}.` })
  questions: ImportedQuestion[];
}

export const ApiQuestionImport = () =>
  applyDecorators(
    TakesUpload(),
    SingleUse('an upload can be read only once; a repeated file creates no duplicates'),
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

/** Same-site only: a GET that writes to the audit trail. */
export const ApiQuestionExport = () =>
  applyDecorators(
    UseGuards(SameSiteGuard),
    ApiFilters(questions),
    ApiQuery({ name: 'format', required: false, enum: EXCHANGE_FORMATS, description: 'Default: csv.' }),
    ApiQuery({ name: 'csv_for', required: false, enum: [...LANGUAGE_CODES], description: CSV_FOR_DESCRIPTION }),
    ApiProduces(...Object.values(EXCHANGE_CONTENT_TYPES).map((type) => type.split(';')[0]!)),
    ApiOkResponse({
      description: `The whole file, at most ${EXCHANGE_QUESTIONS_MAX} questions. It can be imported again without changes.`,
      schema: { type: 'string', format: 'binary' },
      headers: {
        'Repr-Digest': { description: 'The SHA-256 of the file (RFC 9530).', schema: { type: 'string' } },
        'X-Export-Rows': { description: 'Number of questions in the file.', schema: { type: 'integer' } },
      },
    }),
  );

/** @throws MalformedRequestError */
export function parseImportOptions(format: unknown, dry_run: unknown, lang: unknown): QuestionImportOptions {
  const knownFormat = IMPORT_FORMATS.find((each) => each === format);
  if (format !== undefined && !knownFormat) refuse('format', IMPORT_FORMATS);
  if (dry_run !== undefined && dry_run !== 'true' && dry_run !== 'false') refuse('dry_run', ['true', 'false']);
  const language = lang ?? FALLBACK_LANGUAGE;
  if (!isLanguage(language)) refuse('lang', LANGUAGE_CODES);
  return { format: knownFormat, dry_run: dry_run === 'true', language };
}

function refuse(key: string, choices: readonly string[]): never {
  const message = `Send one of: ${choices.join(', ')}.`;
  throw new MalformedRequestError(message, { [key]: [fieldError('query', message)] });
}

/** @throws QuestionFileTooLargeError */
export async function readUpload(file: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of file as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > EXCHANGE_BYTES_MAX) throw new QuestionFileTooLargeError();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
