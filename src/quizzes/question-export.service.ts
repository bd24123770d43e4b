import { Injectable } from '@nestjs/common';
import {
  EXCHANGE_FORMATS,
  EXCHANGE_QUESTIONS_MAX,
  EXCHANGE_TYPES,
  type ExchangeFormat,
} from '../contract/question-exchange';
import { questions, type QuestionRow } from '../contract/questions.resource';
import { askedExport, type AskedExport } from '../exports/asked-export';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { BYTE_ORDER_MARK, csvFormatOf } from '../platform/csv';
import type { WholeFile } from '../platform/definitions/file-answer';
import { parseList, type ListRequest, type RawQuery } from '../platform/definitions/list-query';
import { datedFileName } from '../platform/documents/file-name';
import { LongReplies } from '../platform/long-replies';
import { SkillsService } from '../skills/skills.service';
import { auditEntry } from '../tenancy/audit-entry';
import type { Tenant } from '../tenancy/tenant';
import { csvHead, csvOf, NARROWEST, widened, type CsvWidth } from './exchange/csv-writer';
import type { ExchangedQuestion, TruthWords } from './exchange/exchanged';
import { giftOf } from './exchange/gift-writer';
import { moodleXmlOf, XML_END, XML_HEAD } from './exchange/xml-writer';
import type { QuestionKind } from './graded-question';
import { TooManyQuestions } from './question-exchange.errors';
import type { Question } from './question.entity';
import { QuestionsService } from './questions.service';
import { everyTruth } from './truth-words';

/** Questions of the bank as a file that can be imported again, here and elsewhere. */
@Injectable()
export class QuestionExport {
  constructor(
    private readonly questions: QuestionsService,
    private readonly skills: SkillsService,
    private readonly replies: LongReplies,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** What the list shows under the same filters and in the same order. @throws Malformed, TooManyQuestions, TooSlow */
  async export(tenant: Tenant, query: RawQuery): Promise<WholeFile> {
    const { format, csv_for, rest } = askedExport(query, EXCHANGE_FORMATS, []);
    const request = parseList<Question>(questions, rest);
    const words = await everyTruth();
    const counted = { rows: 0 };
    const pieces = this.pieces(tenant, { format, csv_for }, request, words, counted);
    const whole = await this.replies.file(tenant.customer_id, pieces, 'list');
    const facts = { format, rows: counted.rows, sha256: whole.sha256.toString('hex') };
    const asked = { list: questions.name, filters: rest, columns: [], ...facts };
    const event = auditEntry(tenant, 'export.make', undefined, null, asked);
    await this.audit.record(event).catch((error: unknown) => {
      whole.content.destroy();
      throw error;
    });
    const file_name = datedFileName(questions.name, format, this.clock.now(), tenant.time_zone);
    return { ...whole, rows: counted.rows, file_name, type: EXCHANGE_TYPES[format] };
  }

  private async *pieces(
    tenant: Tenant,
    { format, csv_for }: Pick<AskedExport<ExchangeFormat>, 'format' | 'csv_for'>,
    request: ListRequest<Question>,
    words: readonly TruthWords[],
    counted: { rows: number },
  ): AsyncGenerator<string> {
    // A table says first how wide it is.
    const width = format === 'csv' ? await this.widthOf(tenant, request) : NARROWEST;
    const csvFormat = csvFormatOf(csv_for);
    const write: Readonly<Record<ExchangeFormat, (some: readonly ExchangedQuestion[]) => string>> = {
      csv: (some) => csvOf(some, width, csvFormat),
      gift: (some) => some.map((question) => giftOf(question, words)).join(''),
      xml: (some) => some.map((question) => moodleXmlOf(question, words)).join(''),
    };
    const codes = await this.skills.codes(tenant);
    yield { csv: BYTE_ORDER_MARK + csvHead(width, csvFormat), gift: '', xml: XML_HEAD }[format];
    for await (const rows of this.questions.exported(tenant, request)) {
      counted.rows += rows.length;
      if (counted.rows > EXCHANGE_QUESTIONS_MAX) throw new TooManyQuestions();
      yield write[format](rows.map((row) => exchangedOf(row, codes)));
    }
    if (format === 'xml') yield XML_END;
  }

  private async widthOf(tenant: Tenant, request: ListRequest<Question>): Promise<CsvWidth> {
    let [width, rows] = [NARROWEST, 0];
    for await (const some of this.questions.exported(tenant, request)) {
      if ((rows += some.length) > EXCHANGE_QUESTIONS_MAX) throw new TooManyQuestions();
      width = widened(width, some);
    }
    return width;
  }
}

const exchangedOf = (row: QuestionRow, codes: ReadonlyMap<string, string>): ExchangedQuestion => ({
  ...{ line: 0, id: row.question_id, kind: row.kind as QuestionKind, text: row.text, points: row.points },
  ...{
    grading: row.grading,
    tags: row.tags,
    difficulty: row.difficulty,
    feedback: row.feedback,
    explanation: row.explanation,
  },
  skill: row.skill_id && (codes.get(row.skill_id) ?? null),
  options: row.options.map(({ option_id: _, match, tolerance, case_sensitive, ...option }) => ({
    ...option,
    ...(match && { match }),
    ...(tolerance && { tolerance }),
    ...(case_sensitive && { case_sensitive }),
  })),
});
