import { Injectable } from '@nestjs/common';
import {
  EXCHANGE_FORMATS,
  EXCHANGE_QUESTIONS_MAX,
  EXCHANGE_CONTENT_TYPES,
  type ExchangeFormat,
} from '../../contract/question-exchange';
import { questions, type QuestionRow } from '../../contract/questions.resource';
import { parseExportQuery, type ExportQuery } from '../exports/export-query';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { BYTE_ORDER_MARK, csvFormatFor } from '../../common/csv';
import type { DownloadFile } from '../../common/rest/file-response';
import { parseListQuery, type ListRequest, type RawQuery } from '../../infrastructure/rest/list-query';
import { datedFileName } from '../../common/documents/file-name';
import { StreamingResponseService } from '../../infrastructure/http/streaming-response.service';
import { SkillsService } from '../skills/skills.service';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import type { Tenant } from '../../tenancy/tenant';
import { writeCsvHeader, writeCsvRows, MIN_WIDTH, widen, type CsvWidth } from './exchange/csv-writer';
import type { ExchangedQuestion, TruthLabels } from './exchange/exchanged-question';
import { writeGift } from './exchange/gift-writer';
import { writeMoodleXml, XML_END, XML_HEAD } from './exchange/xml-writer';
import type { QuestionKind } from './graded-question';
import { TooManyQuestionsError } from './question-exchange.errors';
import type { Question } from './question.entity';
import { QuestionsService } from './questions.service';
import { loadAllTruthLabels } from './truth-labels';

/** Exports questions as a file that can be imported again, here and in other systems. */
@Injectable()
export class QuestionExportService {
  constructor(
    private readonly questions: QuestionsService,
    private readonly skills: SkillsService,
    private readonly replies: StreamingResponseService,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /** Same filters and order as the list. @throws MalformedRequestError, TooManyQuestionsError, TooSlowError */
  async export(tenant: Tenant, query: RawQuery): Promise<DownloadFile> {
    const { format, csv_for, listQuery: filters } = parseExportQuery(query, EXCHANGE_FORMATS, []);
    const request = parseListQuery<Question>(questions, filters);
    const labels = await loadAllTruthLabels();
    const counter = { rows: 0 };
    const content = this.writePieces(tenant, { format, csv_for }, request, labels, counter);
    const file = await this.replies.bufferToFile(tenant.customer_id, content, 'list');
    const fileFacts = { format, rows: counter.rows, sha256: file.sha256.toString('hex') };
    const auditPayload = { list: questions.name, filters: filters, columns: [], ...fileFacts };
    const event = buildAuditEntry(tenant, 'export.make', undefined, null, auditPayload);
    await this.audit.record(event).catch((error: unknown) => {
      file.content.destroy();
      throw error;
    });
    const file_name = datedFileName(questions.name, format, this.clock.now(), tenant.time_zone);
    return { ...file, rows: counter.rows, file_name, type: EXCHANGE_CONTENT_TYPES[format] };
  }

  private async *writePieces(
    tenant: Tenant,
    { format, csv_for }: Pick<ExportQuery<ExchangeFormat>, 'format' | 'csv_for'>,
    request: ListRequest<Question>,
    labels: readonly TruthLabels[],
    counter: { rows: number },
  ): AsyncGenerator<string> {
    // The CSV header needs the number of columns first.
    const width = format === 'csv' ? await this.measureWidth(tenant, request) : MIN_WIDTH;
    const csvFormat = csvFormatFor(csv_for);
    const write: Readonly<Record<ExchangeFormat, (batch: readonly ExchangedQuestion[]) => string>> = {
      csv: (batch) => writeCsvRows(batch, width, csvFormat),
      gift: (batch) => batch.map((question) => writeGift(question, labels)).join(''),
      xml: (batch) => batch.map((question) => writeMoodleXml(question, labels)).join(''),
    };
    const codes = await this.skills.codes(tenant);
    yield { csv: BYTE_ORDER_MARK + writeCsvHeader(width, csvFormat), gift: '', xml: XML_HEAD }[format];
    for await (const rows of this.questions.exported(tenant, request)) {
      counter.rows += rows.length;
      if (counter.rows > EXCHANGE_QUESTIONS_MAX) throw new TooManyQuestionsError();
      yield write[format](rows.map((row) => toExchangedQuestion(row, codes)));
    }
    if (format === 'xml') yield XML_END;
  }

  private async measureWidth(tenant: Tenant, request: ListRequest<Question>): Promise<CsvWidth> {
    let [width, rows] = [MIN_WIDTH, 0];
    for await (const batch of this.questions.exported(tenant, request)) {
      if ((rows += batch.length) > EXCHANGE_QUESTIONS_MAX) throw new TooManyQuestionsError();
      width = widen(width, batch);
    }
    return width;
  }
}

const toExchangedQuestion = (row: QuestionRow, codes: ReadonlyMap<string, string>): ExchangedQuestion => ({
  line: 0,
  id: row.question_id,
  kind: row.kind as QuestionKind,
  text: row.text,
  points: row.points,
  grading: row.grading,
  tags: row.tags,
  difficulty: row.difficulty,
  feedback: row.feedback,
  explanation: row.explanation,
  skill: row.skill_id && (codes.get(row.skill_id) ?? null),
  options: row.options.map(({ option_id: _, match, tolerance, case_sensitive, ...option }) => ({
    ...option,
    ...(match && { match }),
    ...(tolerance && { tolerance }),
    ...(case_sensitive && { case_sensitive }),
  })),
});
