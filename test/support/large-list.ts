import type { INestApplicationContext } from '@nestjs/common';
import { Clock } from '../../src/platform/clock';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/ids';
import { Department } from '../../src/staff/department.entity';
import type { Tenant } from '../../src/tenancy/tenant';
import { TenantRepository } from '../../src/tenancy/tenant-repository';

/** One row more than is exported at once. */
export const MANY = 10_001;

/** So many departments, as rows: `Hall 0`, `Hall 1`, …; made one by one through the API they would take minutes. */
export async function manyDepartments(app: INestApplicationContext, tenant: Tenant, count = MANY): Promise<void> {
  const records = new TenantRepository(app.get(Database), app.get(Clock), Department);
  const row = (_: unknown, n: number) => ({ department_id: newId(), name: `Hall ${n}`, parent_id: null });
  const rows = Array.from({ length: count }, row);
  for (let from = 0; from < count; from += 400)
    await app.get(Transactions).run(() => records.insert(tenant, rows.slice(from, from + 400)));
}
