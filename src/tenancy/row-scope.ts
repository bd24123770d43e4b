/**
 * Rows that the current user may see: all of the customer (admins, platform staff, API keys, system), those of a
 * reporting line (managers, including themselves), or their own (docs/domain.md). `key` is part of cache keys.
 */
export type RowScope =
  | { readonly kind: 'all'; readonly key: string }
  | { readonly kind: 'line'; readonly key: string; readonly staff_id: string }
  /** null: an account without a staff record sees no such row. */
  | { readonly kind: 'self'; readonly key: string; readonly staff_id: string | null };

const ALL_ROWS: RowScope = { kind: 'all', key: 'all' };

/** Computed from the session row on each request, so a change of manager takes effect with the next request. */
export function resolveRowScope({
  role,
  staff_id,
  is_manager,
}: {
  role: string;
  staff_id: string | null;
  is_manager: boolean;
}): RowScope {
  if (role !== 'user') return ALL_ROWS;
  if (staff_id && is_manager) return { kind: 'line', key: `line:${staff_id}`, staff_id };
  return { kind: 'self', key: `self:${staff_id ?? ''}`, staff_id };
}
