import { Injectable } from '@nestjs/common';
import { EXPORT_CONTENT_TYPES, type ExportFormat } from '../../contract/exports';
import type { Language } from '../../contract/languages';
import { fullName } from '../../contract/person-name';
import { SignInAccountsQuery } from '../identity/sign-in-accounts.query';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import type { DownloadFile } from '../../common/rest/file-response';
import { renderCsvTable } from '../../common/documents/csv-table';
import { datedFileName } from '../../common/documents/file-name';
import { renderPdfTable } from '../../common/documents/pdf-table';
import type { Column, Fact, RowBatches, FileChunks, Table } from '../../common/documents/table';
import { formatWallTime } from '../../common/documents/wall-time';
import { renderXlsxTable } from '../../common/documents/xlsx-table';
import { createZip, type ZipEntry } from '../../common/documents/zip';
import { yieldToEventLoop } from '../../common/event-loop';
import { StreamingResponseService } from '../../infrastructure/http/streaming-response.service';
import type { LongReadKind } from '../../infrastructure/throttle/report-concurrency-limiter';
import type { TempFile } from '../../common/temp-file';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import type { FileOutput } from '../background-jobs/job-kind.registry';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { ScreenTexts } from './screen-texts';

/** Content of an export file, already translated. */
export interface ExportContent {
  /** File name without the date: `staff`. */
  readonly name: string;
  readonly title: string;
  /** Sentence that says what is counted and when. */
  readonly summary?: string | undefined;
  readonly columns: readonly Column[];
  readonly frozen?: number;
  /** Dates, filters and order of the query. */
  readonly facts: readonly Fact[];
  readonly parts: RowBatches;
  /** Number of rows; null: unknown. */
  readonly total?: number | null;
  /** For reports too large for one document: one document per section, in a ZIP. */
  readonly sections?: AsyncIterable<ExportSection>;
  readonly workload: LongReadKind;
  /** Details for the audit event. */
  readonly auditPayload: object;
}
/** Part of a report with its own document, e.g. a department. */
export interface ExportSection {
  /** Kind of section, and its name. */
  readonly label: string;
  readonly name: string;
  readonly parts: RowBatches;
}
/** Complete file with its audit event. */
export type GeneratedFile = Omit<FileOutput, 'seen_as'>;
/** `csv_for`: language of the spreadsheet that opens a CSV. */
interface FileFormat {
  readonly format: ExportFormat;
  readonly csv_for?: Language | undefined;
}
/** Called with the number of rows written so far; throwing ends the writing. */
type RowsWrittenListener = (rows: number) => void;

/** Writes tables as files, with the audit event of each export. */
@Injectable()
export class ExportFileFactory {
  constructor(
    private readonly replies: StreamingResponseService,
    private readonly audit: AuditTrailService,
    private readonly accounts: SignInAccountsQuery,
    private readonly queries: TenantQueries,
    private readonly clock: Clock,
  ) {}

  /**
   * Completes the file before its first byte is sent, so that its length and digest are known and errors can still be
   * reported. @throws TooSlowError
   */
  async file(
    tenant: Tenant,
    kind: FileFormat,
    texts: ScreenTexts,
    content: ExportContent,
    taken: RowsWrittenListener,
  ): Promise<DownloadFile> {
    const progress = { rows: 0, taken };
    const pieces = await this.pieces(tenant, kind, texts, content, progress);
    const tempFile = await this.replies.bufferToFile(tenant.customer_id, pieces, content.workload);
    const { event, ...generated } = this.describeFile(tenant, kind.format, content, {
      ...tempFile,
      rows: progress.rows,
    });
    await this.audit.record(event).catch((error: unknown) => {
      tempFile.content.destroy();
      throw error;
    });
    return generated;
  }

  /** The same for a background job, which records the audit event when it stores the file. */
  async createForJob(
    tenant: Tenant,
    kind: FileFormat,
    texts: ScreenTexts,
    content: ExportContent,
    taken: RowsWrittenListener,
  ): Promise<GeneratedFile> {
    const progress = { rows: 0, taken };
    const tempFile = await this.replies.bufferJobToFile(await this.pieces(tenant, kind, texts, content, progress));
    return this.describeFile(tenant, kind.format, content, { ...tempFile, rows: progress.rows });
  }

  private describeFile(
    tenant: Tenant,
    format: ExportFormat,
    { name, auditPayload, sections }: ExportContent,
    tempFile: TempFile & { rows: number },
  ): GeneratedFile {
    const ending = sections ? 'zip' : format;
    const facts = { ...auditPayload, format, rows: tempFile.rows, sha256: tempFile.sha256.toString('hex') };
    const event = buildAuditEntry(tenant, 'export.make', undefined, null, { list: name, ...facts });
    const file_name = datedFileName(name, ending, this.clock.now(), tenant.time_zone);
    return { ...tempFile, extension: ending, event, file_name, type: EXPORT_CONTENT_TYPES[ending] };
  }

  /** Streams the content of the file. */
  async pieces(
    tenant: Tenant,
    { format, csv_for }: FileFormat,
    texts: ScreenTexts,
    content: ExportContent,
    progress: WriteProgress,
  ): Promise<FileChunks> {
    const { title, columns, frozen, parts, sections } = content;
    const facts = format === 'csv' ? [] : [...(await this.originFacts(tenant, texts, content)), ...content.facts];
    const { language, direction } = texts;
    const table: Table = {
      title,
      columns,
      language,
      direction,
      facts,
      about: texts.get('kit.export.file.about'),
      ...(frozen !== undefined && { frozen }),
      time_zone: tenant.time_zone,
      csv_for,
      pageLabel: (page, pages) => texts.get('kit.export.file.page', { page: String(page), pages: String(pages) }),
    };
    if (sections) return createZip(createSectionDocuments(table, sections, progress));
    const countedRows = countRows(parts, progress);
    if (format === 'csv') return renderCsvTable(table, countedRows);
    return format === 'xlsx' ? renderXlsxTable(table, countedRows) : renderPdfTable(table, countedRows);
  }

  /** Customer, time, and author. */
  private async originFacts(tenant: Tenant, texts: ScreenTexts, { title, summary }: ExportContent): Promise<Fact[]> {
    const { actor, time_zone } = tenant;
    const account = actor.account_id === null ? null : await this.accounts.findById(actor.account_id);
    const author = account
      ? `${fullName(account.first_name, account.last_name)} (${account.user_name})`
      : texts.get('kit.export.file.program');
    const customer = tenant.isAcrossAll ? texts.get('kit.export.file.everybody') : await this.customerName(tenant);
    const at = formatWallTime(this.clock.now(), time_zone);
    const fact = (name: string, value: string): Fact => [texts.get(`kit.export.file.${name}`), value];
    return [
      fact('content', summary ? `${title}\n${summary}` : title),
      fact('customer', customer),
      fact('made_at', `${at} (${time_zone})`),
      fact('made_by', author),
      fact('zone', time_zone),
    ];
  }

  private async customerName(tenant: Tenant): Promise<string> {
    const [row] = await this.queries.rows<{ customer_name: string }>(
      tenant,
      'SELECT c.customer_name AS customer_name FROM customer c WHERE c.customer_id = :customer_id',
    );
    return row?.customer_name ?? '';
  }
}

interface WriteProgress {
  rows: number;
  readonly taken?: RowsWrittenListener;
}

async function* countRows(parts: RowBatches, progress: WriteProgress): RowBatches {
  for await (const rows of parts) {
    await yieldToEventLoop();
    progress.rows += rows.length;
    progress.taken?.(progress.rows);
    yield rows;
  }
}

/** One document per section; its first lines name the section. */
async function* createSectionDocuments(
  table: Table,
  sections: AsyncIterable<ExportSection>,
  progress: WriteProgress,
): AsyncGenerator<ZipEntry> {
  const occurrences = new Map<string, number>();
  for await (const { label, name, parts } of sections) {
    const fileName = fileNameOf(name);
    const occurrence = (occurrences.get(fileName) ?? 0) + 1;
    occurrences.set(fileName, occurrence);
    const suffix = occurrence > 1 ? ` (${occurrence})` : '';
    const facts: Fact[] = [...table.facts, [label, `${name}${suffix}`]];
    yield { path: `${fileName}${suffix}.pdf`, chunks: renderPdfTable({ ...table, facts }, countRows(parts, progress)) };
  }
}

/** File name that is valid on every operating system. */
const fileNameOf = (name: string): string =>
  name
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '-')
    .slice(0, 80)
    .replace(/^[ .]+|[ .]+$/g, '') || '-';
