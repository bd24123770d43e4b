import type { INestApplicationContext } from '@nestjs/common';
import { Clock } from '../../src/common/clock';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { newId } from '../../src/common/ids';
import { Department } from '../../src/modules/staff/department.entity';
import type { Tenant } from '../../src/tenancy/tenant';
import { TenantRepository } from '../../src/tenancy/tenant-repository';

/** One row more than a synchronous export may have. */
export const MANY_ROWS = 10_001;

/** Inserts departments `Hall 0`, `Hall 1`, … as rows; creating them through the API would take minutes. */
export async function insertDepartments(
  app: INestApplicationContext,
  tenant: Tenant,
  count = MANY_ROWS,
): Promise<void> {
  const records = new TenantRepository(app.get(Database), app.get(Clock), Department);
  const row = (_: unknown, n: number) => ({ department_id: newId(), name: `Hall ${n}`, parent_id: null });
  const rows = Array.from({ length: count }, row);
  for (let from = 0; from < count; from += 400)
    await app.get(TransactionManager).run(() => records.insert(tenant, rows.slice(from, from + 400)));
}
