import type { Where } from '../platform/database/where';
import { idToBytes } from '../platform/ids';
import type { Tenant } from './tenant';

/** A manager's line as it is kept: everybody below, at whatever depth, and the manager (staff-line.entity.ts). */
const LINE = 'SELECT l.staff_id FROM staff_line l WHERE l.customer_id = ? AND l.manager_id = ?';

/**
 * What was asked for, among the rows that the asker may see; for `TenantRepository`. What was asked stands in a branch of its
 * own, so that no filter on the person can widen it.
 */
export function seen<E extends { staff_id: string }>(tenant: Tenant, asked: Where<E>): Where<E> {
  const { scope, customer_id } = tenant;
  if (scope.kind !== 'line') return own(tenant, asked);
  const among = { text: LINE, values: [customer_id, idToBytes(scope.staff_id)] };
  return { anyOf: [asked], staff_id: { among } } as unknown as Where<E>;
}

/** The same where a manager is a learner like any other. */
export function own<E extends { staff_id: string }>(tenant: Tenant, asked: Where<E>): Where<E> {
  const { scope } = tenant;
  if (scope.kind === 'all') return asked;
  return { anyOf: [asked], staff_id: scope.staff_id ?? [] } as unknown as Where<E>;
}

/**
 * A condition for the texts of `TenantQueries`, which binds `:scope_id` itself; empty where everything may be seen.
 * @param column such as `s.staff_id`
 */
export function seenSql({ scope }: Tenant, column: string): string {
  switch (scope.kind) {
    case 'all':
      return '';
    case 'self':
      return scope.staff_id === null ? ' AND 1 = 0' : ` AND ${column} = :scope_id`;
    case 'line':
      return ` AND ${column} IN (SELECT l.staff_id FROM staff_line l WHERE l.customer_id = :customer_id AND l.manager_id = :scope_id)`;
  }
}

/**
 * The same, asked of each row by itself: no plan turns it into a way of its own, so that rows are read along the index of
 * their order and no further than the page goes.
 */
export function seenOneByOneSql(tenant: Tenant, column: string): string {
  if (tenant.scope.kind !== 'line') return seenSql(tenant, column);
  return ` AND (SELECT l.staff_id FROM staff_line l WHERE l.customer_id = :customer_id AND l.manager_id = :scope_id AND l.staff_id = ${column} LIMIT 1) IS NOT NULL`;
}
