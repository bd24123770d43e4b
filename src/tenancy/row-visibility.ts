import type { Where } from '../infrastructure/database/where';
import { idToBytes } from '../common/ids';
import type { Tenant } from './tenant';

/** Reporting line of a manager: all levels below, and the manager (staff-line.entity.ts). */
const LINE_SQL = 'SELECT l.staff_id FROM staff_line l WHERE l.customer_id = ? AND l.manager_id = ?';

/**
 * Restricts a condition to rows that the current user may see. The condition stays in its own branch, so that a filter
 * on `staff_id` cannot widen it.
 */
export function restrictToVisible<E extends { staff_id: string }>(tenant: Tenant, where: Where<E>): Where<E> {
  const { scope, customer_id } = tenant;
  if (scope.kind !== 'line') return restrictToSelf(tenant, where);
  const among = { text: LINE_SQL, values: [customer_id, idToBytes(scope.staff_id)] };
  return { anyOf: [where], staff_id: { among } } as unknown as Where<E>;
}

/** For lists in which a manager sees only their own rows. */
export function restrictToSelf<E extends { staff_id: string }>(tenant: Tenant, where: Where<E>): Where<E> {
  const { scope } = tenant;
  if (scope.kind === 'all') return where;
  return { anyOf: [where], staff_id: scope.staff_id ?? [] } as unknown as Where<E>;
}

/**
 * Condition for `TenantQueries`, which binds `:scope_id` itself; empty when all rows are visible.
 * @param column such as `s.staff_id`
 */
export function visibleRowsSql({ scope }: Tenant, column: string): string {
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
 * As `visibleRowsSql`, as a correlated subquery: it keeps the plan on the index of the sort order, so that only the
 * rows of the page are read.
 */
export function visibleRowsCorrelatedSql(tenant: Tenant, column: string): string {
  if (tenant.scope.kind !== 'line') return visibleRowsSql(tenant, column);
  return ` AND (SELECT l.staff_id FROM staff_line l WHERE l.customer_id = :customer_id AND l.manager_id = :scope_id AND l.staff_id = ${column} LIMIT 1) IS NOT NULL`;
}
