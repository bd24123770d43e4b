import type { Tenant } from '../tenancy/tenant';
import type { TenantQueries } from '../tenancy/tenant-queries';
import type { SkillHead, StaffHead } from './matrix-axes';
import { MatrixBlock, TextCutOff } from './matrix-block';
import { blockQuery, type BlockParts } from './matrix-block.query';
import type { PackedRow } from './packed-rows';
import type { ReportQueue } from './report-queue';

/** A window of people; what more of them have is read row by row, on the embedded engine in its reading thread. */
const READ_AT_ONCE = 50;

/** More cells than the largest part of a matrix that may be asked for (reports.dto.ts): a statement that others wait for. */
const LONG_CELLS = 200 * 500;

/**
 * So many that the levels of all of them in one skill are mostly a text which the database sends (PACKED_MAX). Not always:
 * it grows with their dated levels, and whoever renews every month has many in a period.
 */
const BY_SKILL_MAX = 20_000;

/** Reads what the block needs, in one statement; in a second one where a skill has more dated levels than a text holds. */
export async function readBlock(
  queries: TenantQueries,
  queue: ReportQueue,
  tenant: Tenant,
  staff: readonly StaffHead[],
  skills: readonly SkillHead[],
  asked: BlockParts,
): Promise<MatrixBlock> {
  // Of some people, or of a line, the primary key is the shorter way.
  const bySkill = !asked.staff_id && tenant.scope.kind === 'all' && staff.length <= BY_SKILL_MAX;
  const read = (parts: BlockParts) => readParts(queries, queue, tenant, staff, skills, parts);
  if (!bySkill) return read(asked);
  try {
    return await read({ ...asked, bySkill });
  } catch (error) {
    if (!(error instanceof TextCutOff)) throw error;
    return read(asked);
  }
}

async function readParts(
  queries: TenantQueries,
  queue: ReportQueue,
  tenant: Tenant,
  staff: readonly StaffHead[],
  skills: readonly SkillHead[],
  parts: BlockParts,
): Promise<MatrixBlock> {
  const block = MatrixBlock.of(staff, skills, parts);
  if (!staff.length || !skills.length) return block;
  const { sql, values } = blockQuery(parts);
  if (parts.staff_id && parts.staff_id.length <= READ_AT_ONCE)
    for (const row of await queries.rows<PackedRow>(tenant, sql, values)) block.take(row);
  else {
    const read = () => queries.each<PackedRow>(tenant, sql, values, (row) => block.take(row));
    await (staff.length * skills.length > LONG_CELLS ? queue.statement(read) : read());
  }
  await block.done();
  return block;
}
