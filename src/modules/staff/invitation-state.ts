import { INVITATION_MS, INVITATION_STATES, type InvitationState } from '../../contract/staff.resource';
import type { Where } from '../../infrastructure/database/where';
import { MalformedRequestError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';
import type { Staff } from './staff.entity';

const STATES: readonly (InvitationState | null)[] = [...INVITATION_STATES, null];

/** Invitations sent at or before this instant have expired. @param now milliseconds */
export const lastExpiredInvitation = (now: number): number => now - INVITATION_MS;

/** SQL condition on `staff s` for `not_invited`. */
export const NOT_INVITED = `s.status = 'active' AND s.account_role IS NULL`;
/** SQL condition on `staff s`: cannot sign in yet, as not invited or the invitation is not accepted. */
export const ACCOUNT_PENDING = `(s.status = 'invited' OR (${NOT_INVITED}))`;

/** The same condition for a loaded record. */
export const isAccountPending = ({ status, account_role }: Pick<Staff, 'status' | 'account_role'>): boolean =>
  status === 'invited' || (status === 'active' && account_role === null);

/**
 * State of an invitation; together with `whereInvitation` the one rule for rows, filters, counts and exports.
 * @param now milliseconds @returns null: suspended or left
 */
export function invitationStateOf(
  { status, account_role, invited_at }: Pick<Staff, 'status' | 'account_role' | 'invited_at'>,
  now: number,
): InvitationState | null {
  if (status === 'active') return account_role === null ? 'not_invited' : 'accepted';
  if (status !== 'invited') return null;
  return invited_at !== null && invited_at > lastExpiredInvitation(now) ? 'open' : 'not_accepted';
}

/** Translates a filter on `invitation` into stored columns. @throws MalformedRequestError */
export function whereInvitation(
  { invitation, ...others }: Where<Staff & { invitation: InvitationState }>,
  now: number,
): Where<Staff> {
  const rest: Where<Staff> = others;
  if (invitation === undefined) return rest;
  const until = lastExpiredInvitation(now);
  const branches = statesOf(invitation).flatMap((state): Where<Staff>[] => {
    if (state === null) return [{ status: { nin: ['active', 'invited'] } }];
    if (state === 'not_invited') return [{ status: 'active', account_role: null }];
    if (state === 'accepted') return [{ status: 'active', account_role: ['admin', 'user'] }];
    if (state === 'open') return [{ status: 'invited', invited_at: { gt: until } }];
    return [
      { status: 'invited', invited_at: { lte: until } },
      { status: 'invited', invited_at: null },
    ];
  });
  // In a branch: the caller's filters may name the same columns.
  const conditions = branches.map((branch): Where<Staff> => ({ ...branch, anyOf: [rest] }));
  return conditions.length === 1 ? conditions[0]! : { anyOf: conditions };
}

/** @throws MalformedRequestError */
function statesOf(condition: unknown): (InvitationState | null)[] {
  if (typeof condition === 'string') return STATES.filter((state) => state === condition);
  if (Array.isArray(condition)) return STATES.filter((state) => condition.includes(state));
  const { ne, nin = [], null: isNull, ...others } = condition as Record<string, unknown> & { nin?: readonly unknown[] };
  const [operator] = Object.keys(others);
  if (operator) {
    const message = `invitation takes no _${operator}.`;
    throw new MalformedRequestError(message, { invitation: [fieldError('query', message)] });
  }
  return STATES.filter(
    (state) => state !== ne && !nin.includes(state) && (isNull === undefined || isNull === (state === null)),
  );
}
