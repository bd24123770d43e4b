import { Injectable } from '@nestjs/common';
import type { ListRequest } from '../../infrastructure/rest/list-query';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { ListPage, TenantRepository } from '../../tenancy/tenant-repository';
import { JobInput } from './job-input.entity';
import { JobRow } from './job-row.entity';
import type { Job } from './job.entity';
import { JobBatch } from './job-batch';

/** Input of a background job and its result per row. */
@Injectable()
export class JobOutcomesService {
  constructor(
    @InjectTenantRepository(JobInput) private readonly inputs: TenantRepository<JobInput>,
    @InjectTenantRepository(JobRow) private readonly rows: TenantRepository<JobRow>,
  ) {}

  async saveInput(tenant: Tenant, job_id: string, payload: object): Promise<void> {
    await this.inputs.insert(tenant, { job_id, payload });
  }

  async readInput(tenant: Tenant, job_id: string): Promise<object> {
    return (await this.inputs.findOne(tenant, { job_id }))?.payload ?? {};
  }

  async createBatch(tenant: Tenant, job: Job): Promise<JobBatch> {
    const { job_id, mark, phase, unchanged, left_out } = job;
    const changedRows = (after: number, limit: number) =>
      this.rows.find(
        tenant,
        { job_id, outcome: 'changed', row_no: { gt: after } },
        { order: [['row_no', 'asc']], limit },
      );
    const lastChangedRows = (before: number, limit: number) =>
      this.rows.find(
        tenant,
        { job_id, outcome: 'changed', row_no: { lt: before } },
        { order: [['row_no', 'desc']], limit },
      );
    const updateRows = async (row_no: readonly number[], outcome: JobRow['outcome'], code: string) => {
      await this.rows.update(tenant, { job_id, row_no }, { outcome, code });
    };
    const isCancelled = phase === 'work' && job.cancel_asked_at !== null;
    return new JobBatch(
      job_id,
      mark,
      isCancelled,
      changedRows,
      lastChangedRows,
      updateRows,
      phase === 'work' ? unchanged + left_out : 0,
    );
  }

  async saveRows(tenant: Tenant, batch: JobBatch): Promise<void> {
    const { job_id, rows } = batch;
    if (!rows.length) return;
    const emptyColumns = { record_id: null, record_version: null, facts: null };
    await this.rows.insert(
      tenant,
      rows.map((row) => ({ ...emptyColumns, ...row, job_id })),
    );
  }

  page(tenant: Tenant, job_id: string, request: ListRequest<JobRow>): Promise<ListPage<JobRow>> {
    return this.rows.findPage(tenant, { ...request, where: { anyOf: [request.where], job_id } });
  }

  /** Deletes up to `limit` rows. @returns true if none is left */
  async deleteSome(tenant: Tenant, job_id: string, limit: number): Promise<boolean> {
    const rowsToDelete = await this.rows.find(tenant, { job_id }, { order: [['row_no', 'asc']], limit });
    if (rowsToDelete.length) await this.rows.remove(tenant, { job_id, row_no: { lte: rowsToDelete.at(-1)!.row_no } });
    if (rowsToDelete.length < limit) await this.inputs.remove(tenant, { job_id });
    return rowsToDelete.length < limit;
  }
}
