import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { ImportResponse, ImportRowExtra } from '../../contract/import.responses';
import { importRows, type ImportOutcomeRow } from '../../contract/import-rows';
import { IMPORT_LIMITS, type ImportMode } from '../../contract/imports';
import type { JobStartedResponse } from '../../contract/job.responses';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import type { ListRequest } from '../../infrastructure/rest/list-query';
import { rowOf } from '../../common/rest/row';
import { TableTooLargeError } from '../../common/tables/table.errors';
import { readTable } from '../../common/tables/table-rows';
import { isWorkbook } from '../../common/tables/xlsx-guard';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { JobsService } from '../background-jobs/jobs.service';
import { NotAllowedError } from '../../tenancy/tenancy.errors';
import type { Tenant } from '../../tenancy/tenant';
import type { ListPage } from '../../tenancy/tenant-repository';
import { ImportCheckService } from './import-check.service';
import { proposeColumns } from './import-columns';
import { toImportAnswer, ImportFilesRepository } from './import-files.repository';
import type { ImportFile } from './import-file.entity';
import type { ImportJobPayload } from './import-job';
import type { ImportRow } from './import-row.entity';
import { rowName } from './import-keys';
import { loadKnownHeaders } from './import-labels';
import { ImportNotCheckedError, ImportRefusedError, NothingToImportError } from './import.errors';
import { ImportableRegistry, canImport, type Importable } from './importable-registry';
import type { ImportMapping } from './imports.dto';

/** A body that is too large is read up to this size, so that the client receives the error. */
const READ_BYTES_MAX = 4 * IMPORT_LIMITS.bytes;

/** The steps of an import: upload, column mapping, check and start of the job. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly files: ImportFilesRepository,
    private readonly checkService: ImportCheckService,
    private readonly importableRegistry: ImportableRegistry,
    private readonly jobsService: JobsService,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
  ) {}

  /** @throws NotFoundError, NotAllowedError, TableUnreadableError, TableTooLargeError, DuplicateHeadersError */
  async receive(tenant: Tenant, resource: string, file_name: string, body: Readable): Promise<ImportResponse> {
    const { definition } = this.getWritable(tenant, resource);
    const { heads, rows } = await readTable(await readBytes(body), IMPORT_LIMITS);
    const previousMapping = await this.files.findPreviousMapping(tenant, resource);
    const columns = proposeColumns(definition, heads, rows, await loadKnownHeaders(definition), previousMapping);
    return toImportAnswer(await this.files.create(tenant, resource, file_name, columns, rows));
  }

  /** @throws NotFoundError, NotAllowedError */
  async one(tenant: Tenant, import_id: string): Promise<ImportResponse> {
    return toImportAnswer(await this.file(tenant, import_id));
  }

  /** @throws as ImportCheckService.check */
  async check(
    tenant: Tenant,
    import_id: string,
    { columns, date_order = null, create_missing = [] }: ImportMapping,
  ): Promise<ImportResponse> {
    return this.checkService.check(tenant, await this.file(tenant, import_id), columns, { date_order, create_missing });
  }

  /** Rows with their expected outcome; after the import, with errors. @throws NotFoundError, NotAllowedError */
  async listRows(
    tenant: Tenant,
    import_id: string,
    request: ListRequest<ImportRow>,
  ): Promise<ListPage<ImportOutcomeRow & ImportRowExtra>> {
    const { resource } = await this.file(tenant, import_id);
    const importable = this.importableRegistry.get(resource);
    const where = { anyOf: [request.where], import_id };
    const page = await this.files.rows.findPage(tenant, { ...request, where });
    return {
      ...page,
      rows: page.rows.map((row) => ({
        ...rowOf(importRows, row),
        name: rowName(importable, row.given),
        cells: row.cells,
        changes: row.changes ?? [],
        reasons: row.reasons ?? [],
      })),
    };
  }

  /** Idempotent. @throws NotFoundError, NotAllowedError, ImportNotCheckedError, ImportRefusedError, NothingToImportError */
  async start(tenant: Tenant, import_id: string, mode: ImportMode, invite: boolean): Promise<JobStartedResponse> {
    return this.transactions.run(async () => {
      const {
        resource,
        counts,
        job_id: startedJobId,
        check_id,
        row_count,
        file_name,
        columns,
      } = await this.file(tenant, import_id);
      if (startedJobId !== null) return { job_id: startedJobId };
      if (!counts) throw new ImportNotCheckedError();
      if (mode === 'all' && counts.error) throw new ImportRefusedError(counts.error);
      if (!counts.create && !counts.update) throw new NothingToImportError();
      const { account_id, api_key_id, is_strong } = tenant.actor;
      const startedBy = { account_id, ...(api_key_id && { api_key_id }), is_strong };
      const payload: ImportJobPayload = { import_id, mode, invite, ...startedBy };
      const job_id = await this.jobsService.enqueue(tenant, 'import', payload, row_count);
      // A concurrent check or start wins.
      if (!(await this.files.files.update(tenant, { import_id, check_id, job_id: null }, { job_id })))
        throw new ImportNotCheckedError();
      const fields = columns.map(({ field }) => field).filter((field) => field !== null);
      const details = { resource, file_name, rows: row_count, mode, invite, fields, ...counts, job_id };
      await this.audit.record(buildAuditEntry(tenant, 'import.start', import_id, null, details));
      return { job_id };
    });
  }

  /** @throws NotFoundError, NotAllowedError */
  async file(tenant: Tenant, import_id: string): Promise<ImportFile> {
    const file = await this.files.one(tenant, import_id);
    this.getWritable(tenant, file.resource);
    return file;
  }

  /** @throws NotFoundError, NotAllowedError */
  private getWritable(tenant: Tenant, resource: string): Importable {
    const importable = this.importableRegistry.get(resource);
    if (!canImport(tenant, importable.definition)) throw new NotAllowedError();
    return importable;
  }
}

/** @throws TableTooLargeError */
async function readBytes(body: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    if (bytes <= IMPORT_LIMITS.bytes) pieces.push(piece);
    bytes += piece.length;
    if (bytes > READ_BYTES_MAX) break;
  }
  const content = Buffer.concat(pieces);
  const maxBytes = isWorkbook(content) ? IMPORT_LIMITS.workbook : IMPORT_LIMITS.bytes;
  if (bytes > maxBytes) throw new TableTooLargeError('bytes', maxBytes);
  return content;
}
