import type { Tenant } from '../../tenancy/tenant';
import type { TenantQueries } from '../../tenancy/tenant-queries';
import type { BlockRow } from './block-rows';
import type { SkillHeader, StaffHeader } from './matrix-axes';
import { MatrixBlock } from './matrix-block';
import { blockQuery, type BlockOptions } from './matrix-block.query';
import type { ReportQueue } from './report-queue';

/** Up to so many staff are read into memory at once; more are streamed row by row. */
const READ_AT_ONCE = 50;

/** Larger than any part of a matrix that a client can request (reports.dto.ts): such a statement is queued. */
const LONG_CELLS = 200 * 500;

/** Reads a block in one statement. */
export async function readBlock(
  queries: TenantQueries,
  queue: ReportQueue,
  tenant: Tenant,
  staff: readonly StaffHeader[],
  skills: readonly SkillHeader[],
  options: BlockOptions,
): Promise<MatrixBlock> {
  const block = MatrixBlock.create(staff, skills, options);
  if (!staff.length || !skills.length) return block;
  // For selected staff or a reporting line the primary key is faster.
  const bySkill = !options.staff_id && tenant.scope.kind === 'all';
  const { sql, values } = blockQuery({ ...options, bySkill });
  if (options.staff_id && options.staff_id.length <= READ_AT_ONCE)
    for (const row of await queries.rows<BlockRow>(tenant, sql, values)) block.addRow(row);
  else {
    const read = () => queries.each<BlockRow>(tenant, sql, values, (row) => block.addRow(row));
    await (staff.length * skills.length > LONG_CELLS ? queue.runStatement(read) : read());
  }
  await block.finish();
  return block;
}
