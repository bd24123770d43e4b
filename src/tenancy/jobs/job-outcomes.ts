import { Injectable } from '@nestjs/common';
import type { ListRequest } from '../../platform/definitions/list-query';
import { Records } from '../tenancy.module';
import type { Tenant } from '../tenant';
import type { PageOf, TenantRepository } from '../tenant-repository';
import { JobInput } from './job-input.entity';
import { JobRow } from './job-row.entity';
import type { Job } from './job.entity';
import { Portion } from './portion';

/** What a job was asked to do, and what became of its rows. */
@Injectable()
export class JobOutcomes {
  constructor(
    @Records(JobInput) private readonly inputs: TenantRepository<JobInput>,
    @Records(JobRow) private readonly rows: TenantRepository<JobRow>,
  ) {}

  async ask(tenant: Tenant, job_id: string, payload: object): Promise<void> {
    await this.inputs.insert(tenant, { job_id, payload });
  }

  async inputOf(tenant: Tenant, job_id: string): Promise<object> {
    return (await this.inputs.one(tenant, { job_id }))?.payload ?? {};
  }

  async portionOf(tenant: Tenant, job: Job): Promise<Portion> {
    const { job_id, mark, phase, unchanged, left_out } = job;
    const changedRows = (after: number, limit: number) =>
      this.rows.find(
        tenant,
        { job_id, outcome: 'changed', row_no: { gt: after } },
        { order: [['row_no', 'asc']], limit },
      );
    const lastChanged = (before: number, limit: number) =>
      this.rows.find(
        tenant,
        { job_id, outcome: 'changed', row_no: { lt: before } },
        { order: [['row_no', 'desc']], limit },
      );
    const becameOf = async (row_no: readonly number[], outcome: JobRow['outcome'], code: string) => {
      await this.rows.update(tenant, { job_id, row_no }, { outcome, code });
    };
    const isCancelled = phase === 'work' && job.cancel_asked_at !== null;
    return new Portion(
      job_id,
      mark,
      isCancelled,
      changedRows,
      lastChanged,
      becameOf,
      phase === 'work' ? unchanged + left_out : 0,
    );
  }

  async keep(tenant: Tenant, portion: Portion): Promise<void> {
    const { job_id, rows } = portion;
    if (!rows.length) return;
    const empty = { record_id: null, record_version: null, facts: null };
    await this.rows.insert(
      tenant,
      rows.map((row) => ({ ...empty, ...row, job_id })),
    );
  }

  page(tenant: Tenant, job_id: string, request: ListRequest<JobRow>): Promise<PageOf<JobRow>> {
    return this.rows.page(tenant, { ...request, where: { anyOf: [request.where], job_id } });
  }

  /** Some of them. @returns whether none is left */
  async forget(tenant: Tenant, job_id: string, limit: number): Promise<boolean> {
    const some = await this.rows.find(tenant, { job_id }, { order: [['row_no', 'asc']], limit });
    if (some.length) await this.rows.remove(tenant, { job_id, row_no: { lte: some.at(-1)!.row_no } });
    if (some.length < limit) await this.inputs.remove(tenant, { job_id });
    return some.length < limit;
  }
}
