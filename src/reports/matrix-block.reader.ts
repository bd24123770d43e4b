import type { Tenant } from '../tenancy/tenant';
import type { TenantQueries } from '../tenancy/tenant-queries';
import type { BlockRow } from './block-rows';
import type { SkillHead, StaffHead } from './matrix-axes';
import { MatrixBlock } from './matrix-block';
import { blockQuery, type BlockParts } from './matrix-block.query';
import type { ReportQueue } from './report-queue';

/** A window of people; what more of them have is read row by row, on the embedded engine in its reading thread. */
const READ_AT_ONCE = 50;

/** More cells than the largest part of a matrix that may be asked for (reports.dto.ts): a statement that others wait for. */
const LONG_CELLS = 200 * 500;

/** Reads what the block needs, in one statement. */
export async function readBlock(
  queries: TenantQueries,
  queue: ReportQueue,
  tenant: Tenant,
  staff: readonly StaffHead[],
  skills: readonly SkillHead[],
  parts: BlockParts,
): Promise<MatrixBlock> {
  const block = MatrixBlock.of(staff, skills, parts);
  if (!staff.length || !skills.length) return block;
  // Of some people, or of a line, the primary key is the shorter way.
  const bySkill = !parts.staff_id && tenant.scope.kind === 'all';
  const { sql, values } = blockQuery({ ...parts, bySkill });
  if (parts.staff_id && parts.staff_id.length <= READ_AT_ONCE)
    for (const row of await queries.rows<BlockRow>(tenant, sql, values)) block.take(row);
  else {
    const read = () => queries.each<BlockRow>(tenant, sql, values, (row) => block.take(row));
    await (staff.length * skills.length > LONG_CELLS ? queue.statement(read) : read());
  }
  await block.done();
  return block;
}
