/**
 * Whose rows the asker may see (contract.md, Who may do what; Managers): all of the organisation's (admins, platform staff,
 * API keys, the system), those of a line (a manager: everybody below, and themselves), or one person's own.
 * `key`: the scope as a text for the names of caches, beside the organisation's: `all`, `line:<staff_id>`, `self:<staff_id>`.
 */
export type Scope =
  | { readonly kind: 'all'; readonly key: string }
  | { readonly kind: 'line'; readonly key: string; readonly staff_id: string }
  /** null: an account that is nobody's of the staff sees no such row. */
  | { readonly kind: 'self'; readonly key: string; readonly staff_id: string | null };

const ALL: Scope = { kind: 'all', key: 'all' };

/** Of what the session's row says now: whoever became a manager, or is none any more, is so from the next request on. */
export function scopeOf({
  role,
  staff_id,
  is_manager,
}: {
  role: string;
  staff_id: string | null;
  is_manager: boolean;
}): Scope {
  if (role !== 'user') return ALL;
  if (staff_id && is_manager) return { kind: 'line', key: `line:${staff_id}`, staff_id };
  return { kind: 'self', key: `self:${staff_id ?? ''}`, staff_id };
}
