import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { ImportAnswer, ImportRowParts } from '../contract/import-answers';
import { importRows, type ImportRowRow } from '../contract/import-rows';
import { IMPORT_LIMITS, type ImportMode } from '../contract/imports';
import type { JobStarted } from '../contract/job-answers';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Transactions } from '../platform/database/transactions';
import type { ListRequest } from '../platform/definitions/list-query';
import { rowOf } from '../platform/definitions/row';
import { TableTooLarge } from '../platform/tables/table-errors';
import { readTable } from '../platform/tables/table-rows';
import { isWorkbook } from '../platform/tables/xlsx-guard';
import { auditEntry } from '../tenancy/audit-entry';
import { Jobs } from '../tenancy/jobs/jobs.service';
import { NotAllowed } from '../tenancy/tenancy.errors';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf } from '../tenancy/tenant-repository';
import { ImportCheck } from './import-check.service';
import { proposedColumns } from './import-columns';
import { answerOf, ImportFiles } from './import-files.repository';
import type { ImportFile } from './import-file.entity';
import type { ImportOrder } from './import-job';
import type { ImportRow } from './import-row.entity';
import { nameOf } from './import-keys';
import { headsOf } from './import-words';
import { ImportNotChecked, ImportRefused, NothingToImport } from './import.errors';
import { Importables, mayImport, type Importable } from './importables';
import type { ImportMapping } from './imports.dto';

/** Bytes of a body that is too large that are still read, so that its sender reads the answer. */
const READ_ON = 4 * IMPORT_LIMITS.bytes;

/** A file from its sending to its job: read, its columns understood, checked, begun (screens.md §1, import wizard). */
@Injectable()
export class Imports {
  constructor(
    private readonly files: ImportFiles,
    private readonly checks: ImportCheck,
    private readonly importables: Importables,
    private readonly jobs: Jobs,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws NotFound, NotAllowed, TableUnreadable, TableTooLarge, HeadsTwice */
  async receive(tenant: Tenant, resource: string, file_name: string, body: Readable): Promise<ImportAnswer> {
    const { definition } = this.writable(tenant, resource);
    const { heads, rows } = await readTable(await bytesOf(body), IMPORT_LIMITS);
    const remembered = await this.files.remembered(tenant, resource);
    const columns = proposedColumns(definition, heads, rows, await headsOf(definition), remembered);
    return answerOf(await this.files.keep(tenant, resource, file_name, columns, rows));
  }

  /** @throws NotFound, NotAllowed */
  async one(tenant: Tenant, import_id: string): Promise<ImportAnswer> {
    return answerOf(await this.file(tenant, import_id));
  }

  /** @throws as ImportCheck.check */
  async check(
    tenant: Tenant,
    import_id: string,
    { columns, date_order = null, create_missing = [] }: ImportMapping,
  ): Promise<ImportAnswer> {
    return this.checks.check(tenant, await this.file(tenant, import_id), columns, { date_order, create_missing });
  }

  /** What would become of its rows, and once it was imported what did not. @throws NotFound, NotAllowed */
  async rowsOf(
    tenant: Tenant,
    import_id: string,
    request: ListRequest<ImportRow>,
  ): Promise<PageOf<ImportRowRow & ImportRowParts>> {
    const { resource } = await this.file(tenant, import_id);
    const it = this.importables.named(resource);
    const where = { anyOf: [request.where], import_id };
    const page = await this.files.rows.page(tenant, { ...request, where });
    return {
      ...page,
      rows: page.rows.map((row) => ({
        ...rowOf(importRows, row),
        name: nameOf(it, row.given),
        cells: row.cells,
        changes: row.changes ?? [],
        reasons: row.reasons ?? [],
      })),
    };
  }

  /** Begun already it is the same job. @throws NotFound, NotAllowed, ImportNotChecked, ImportRefused, NothingToImport */
  async start(tenant: Tenant, import_id: string, mode: ImportMode, invite: boolean): Promise<JobStarted> {
    return this.transactions.run(async () => {
      const {
        resource,
        counts,
        job_id: begun,
        check_id,
        row_count,
        file_name,
        columns,
      } = await this.file(tenant, import_id);
      if (begun !== null) return { job_id: begun };
      if (!counts) throw new ImportNotChecked();
      if (mode === 'all' && counts.error) throw new ImportRefused(counts.error);
      if (!counts.create && !counts.update) throw new NothingToImport();
      const { account_id, api_key_id, is_strong } = tenant.actor;
      const by = { account_id, ...(api_key_id && { api_key_id }), is_strong };
      const order: ImportOrder = { import_id, mode, invite, ...by };
      const job_id = await this.jobs.enqueue(tenant, 'import', order, row_count);
      // Of two at once the other finds it begun.
      if (!(await this.files.files.update(tenant, { import_id, check_id, job_id: null }, { job_id })))
        throw new ImportNotChecked();
      const fields = columns.map(({ field }) => field).filter((field) => field !== null);
      const details = { resource, file_name, rows: row_count, mode, invite, fields, ...counts, job_id };
      await this.audit.record(auditEntry(tenant, 'import.start', import_id, null, details));
      return { job_id };
    });
  }

  /** @throws NotFound, NotAllowed */
  async file(tenant: Tenant, import_id: string): Promise<ImportFile> {
    const file = await this.files.one(tenant, import_id);
    this.writable(tenant, file.resource);
    return file;
  }

  /** Whoever may make one by hand may import them. @throws NotFound, NotAllowed */
  private writable(tenant: Tenant, resource: string): Importable {
    const it = this.importables.named(resource);
    if (!mayImport(tenant, it.definition)) throw new NotAllowed();
    return it;
  }
}

/** @throws TableTooLarge */
async function bytesOf(body: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    if (bytes <= IMPORT_LIMITS.bytes) pieces.push(piece);
    bytes += piece.length;
    if (bytes > READ_ON) break;
  }
  const content = Buffer.concat(pieces);
  const most = isWorkbook(content) ? IMPORT_LIMITS.workbook : IMPORT_LIMITS.bytes;
  if (bytes > most) throw new TableTooLarge('bytes', most);
  return content;
}
