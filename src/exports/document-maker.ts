import { Injectable } from '@nestjs/common';
import { FILE_TYPES, type ExportFormat } from '../contract/exports';
import type { Language } from '../contract/languages';
import { fullName } from '../contract/person-name';
import { SignedInAccounts } from '../identity/signed-in-accounts';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import type { WholeFile } from '../platform/definitions/file-answer';
import { csvTable } from '../platform/documents/csv-table';
import { datedFileName } from '../platform/documents/file-name';
import { pdfTable } from '../platform/documents/pdf-table';
import type { Column, Fact, Parts, Pieces, Table } from '../platform/documents/table';
import { wallText } from '../platform/documents/wall-time';
import { xlsxTable } from '../platform/documents/xlsx-table';
import { zipped, type ZipEntry } from '../platform/documents/zip';
import { yieldToEventLoop } from '../platform/event-loop';
import { LongReplies } from '../platform/long-replies';
import type { LongRead } from '../platform/report-concurrency-limiter';
import type { TempFile } from '../platform/temp-file';
import { auditEntry } from '../tenancy/audit-entry';
import type { MadeFile } from '../tenancy/jobs/job-kinds';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { ScreenWords } from './screen-words';

/** What is to be written, in words already. */
export interface Written {
  /** Of the file, before its day: `staff`. */
  readonly name: string;
  readonly title: string;
  /** What is counted and when, in a sentence. */
  readonly says?: string | undefined;
  readonly columns: readonly Column[];
  readonly frozen?: number;
  /** The question: its dates, filters and order. */
  readonly facts: readonly Fact[];
  readonly parts: Parts;
  /** How many rows they are; left out or null: nobody knows. */
  readonly total?: number | null;
  /** Too large for one document: one of each, in a ZIP. */
  readonly sections?: AsyncIterable<Section>;
  readonly what: LongRead;
  /** What the audit log keeps of it. */
  readonly asked: object;
}
/** A part of a report that is a document of its own: a department's people. */
export interface Section {
  /** What it is a part by, and which one it is. */
  readonly label: string;
  readonly name: string;
  readonly parts: Parts;
}
/** Whole, and with the event that tells of it. */
export type Made = Omit<MadeFile, 'seen_as'>;
/** As what it is written; `csv_for`: the language of the spreadsheet that opens a CSV. */
interface FileKind {
  readonly format: ExportFormat;
  readonly csv_for?: Language | undefined;
}
/** Hears how many rows have been written, as they are; what it throws ends the writing. */
type Taken = (rows: number) => void;

/** Tables as files, and the event that tells who took them along. */
@Injectable()
export class DocumentMaker {
  constructor(
    private readonly replies: LongReplies,
    private readonly audit: AuditTrail,
    private readonly accounts: SignedInAccounts,
    private readonly queries: TenantQueries,
    private readonly clock: Clock,
  ) {}

  /** The whole file before its first byte is sent: its length and its sum are known, and what fails is refused. @throws TooSlow */
  async file(tenant: Tenant, kind: FileKind, words: ScreenWords, written: Written, taken: Taken): Promise<WholeFile> {
    const counted = { rows: 0, taken };
    const pieces = await this.pieces(tenant, kind, words, written, counted);
    const whole = await this.replies.file(tenant.customer_id, pieces, written.what);
    const { event, ...made } = this.told(tenant, kind.format, written, { ...whole, rows: counted.rows });
    await this.audit.record(event).catch((error: unknown) => {
      whole.content.destroy();
      throw error;
    });
    return made;
  }

  /** The same for a job, which has a lane and a time of its own, and tells of it when it is kept. */
  async apart(tenant: Tenant, kind: FileKind, words: ScreenWords, written: Written, taken: Taken): Promise<Made> {
    const counted = { rows: 0, taken };
    const whole = await this.replies.ofJob(await this.pieces(tenant, kind, words, written, counted));
    return this.told(tenant, kind.format, written, { ...whole, rows: counted.rows });
  }

  private told(
    tenant: Tenant,
    format: ExportFormat,
    { name, asked, sections }: Written,
    whole: TempFile & { rows: number },
  ): Made {
    const ending = sections ? 'zip' : format;
    const facts = { ...asked, format, rows: whole.rows, sha256: whole.sha256.toString('hex') };
    const event = auditEntry(tenant, 'export.make', undefined, null, { list: name, ...facts });
    const file_name = datedFileName(name, ending, this.clock.now(), tenant.time_zone);
    return { ...whole, ending, event, file_name, type: FILE_TYPES[ending] };
  }

  /** The file piece by piece, into whatever sink. */
  async pieces(
    tenant: Tenant,
    { format, csv_for }: FileKind,
    words: ScreenWords,
    written: Written,
    counted: Counted,
  ): Promise<Pieces> {
    const { title, columns, frozen, parts, sections } = written;
    const facts = format === 'csv' ? [] : [...(await this.origin(tenant, words, written)), ...written.facts];
    const { language, direction } = words;
    const table: Table = {
      ...{ title, columns, language, direction, facts, about: words.call('kit.export.file.about') },
      ...(frozen !== undefined && { frozen }),
      ...{ time_zone: tenant.time_zone, csv_for },
      pageOf: (page, pages) => words.call('kit.export.file.page', { page: String(page), pages: String(pages) }),
    };
    if (sections) return zipped(documentsOf(table, sections, counted));
    const taken = countedParts(parts, counted);
    if (format === 'csv') return csvTable(table, taken);
    return format === 'xlsx' ? xlsxTable(table, taken) : pdfTable(table, taken);
  }

  /** Whose it is, and made when and by whom. */
  private async origin(tenant: Tenant, words: ScreenWords, { title, says }: Written): Promise<Fact[]> {
    const { actor, time_zone } = tenant;
    const account = actor.account_id === null ? null : await this.accounts.byId(actor.account_id);
    const by = account
      ? `${fullName(account.first_name, account.last_name)} (${account.user_name})`
      : words.call('kit.export.file.program');
    const of = tenant.isAcrossAll ? words.call('kit.export.file.everybody') : await this.nameOf(tenant);
    const at = wallText(this.clock.now(), time_zone);
    const fact = (name: string, value: string): Fact => [words.call(`kit.export.file.${name}`), value];
    return [
      fact('content', says ? `${title}\n${says}` : title),
      fact('customer', of),
      fact('made_at', `${at} (${time_zone})`),
      fact('made_by', by),
      fact('zone', time_zone),
    ];
  }

  private async nameOf(tenant: Tenant): Promise<string> {
    const [row] = await this.queries.rows<{ customer_name: string }>(
      tenant,
      'SELECT c.customer_name AS customer_name FROM customer c WHERE c.customer_id = :customer_id',
    );
    return row?.customer_name ?? '';
  }
}

interface Counted {
  rows: number;
  readonly taken?: Taken;
}

async function* countedParts(parts: Parts, counted: Counted): Parts {
  for await (const rows of parts) {
    await yieldToEventLoop();
    counted.rows += rows.length;
    counted.taken?.(counted.rows);
    yield rows;
  }
}

/** A document each, which says in its first lines which part it is. */
async function* documentsOf(
  table: Table,
  sections: AsyncIterable<Section>,
  counted: Counted,
): AsyncGenerator<ZipEntry> {
  const times = new Map<string, number>();
  for await (const { label, name, parts } of sections) {
    const safe = fileNameOf(name);
    const time = (times.get(safe) ?? 0) + 1;
    times.set(safe, time);
    const numbered = time > 1 ? ` (${time})` : '';
    const facts: Fact[] = [...table.facts, [label, `${name}${numbered}`]];
    yield { path: `${safe}${numbered}.pdf`, pieces: pdfTable({ ...table, facts }, countedParts(parts, counted)) };
  }
}

/** What every system takes as the name of a file. */
const fileNameOf = (name: string): string =>
  name
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '-')
    .slice(0, 80)
    .replace(/^[ .]+|[ .]+$/g, '') || '-';
