import { INVITATION_MS, INVITATION_STATES, type InvitationState } from '../contract/staff.resource';
import type { Where } from '../platform/database/where';
import { Malformed } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';
import type { Staff } from './staff.entity';

const STATES: readonly (InvitationState | null)[] = [...INVITATION_STATES, null];

/** An invitation of this instant or earlier has not been accepted in time. @param now milliseconds */
export const lastExpiredInvitation = (now: number): number => now - INVITATION_MS;

/**
 * What became of an invitation; with `whereInvitation` the one rule for rows, filters, counts and exports.
 * @param now milliseconds
 * @returns null: none waits for an answer
 */
export function invitationStateOf(
  { status, invited_at }: Pick<Staff, 'status' | 'invited_at'>,
  now: number,
): InvitationState | null {
  if (status !== 'invited') return null;
  return invited_at !== null && invited_at > lastExpiredInvitation(now) ? 'open' : 'not_accepted';
}

/** The same question with a filter of `invitation` in terms of what is stored. @throws Malformed */
export function whereInvitation(
  { invitation, ...others }: Where<Staff & { invitation: InvitationState }>,
  now: number,
): Where<Staff> {
  const rest: Where<Staff> = others;
  if (invitation === undefined) return rest;
  const until = lastExpiredInvitation(now);
  const branches = statesOf(invitation).flatMap((state): Where<Staff>[] => {
    if (state === null) return [{ status: { ne: 'invited' } }];
    if (state === 'open') return [{ status: 'invited', invited_at: { gt: until } }];
    return [
      { status: 'invited', invited_at: { lte: until } },
      { status: 'invited', invited_at: null },
    ];
  });
  // In a branch: the caller's filters may name the same columns.
  const both = branches.map((branch): Where<Staff> => ({ ...branch, anyOf: [rest] }));
  return both.length === 1 ? both[0]! : { anyOf: both };
}

/** @throws Malformed */
function statesOf(condition: unknown): (InvitationState | null)[] {
  if (typeof condition === 'string') return STATES.filter((state) => state === condition);
  if (Array.isArray(condition)) return STATES.filter((state) => condition.includes(state));
  const { ne, nin = [], null: isNull, ...others } = condition as Record<string, unknown> & { nin?: readonly unknown[] };
  const [operator] = Object.keys(others);
  if (operator) {
    const message = `invitation takes no _${operator}.`;
    throw new Malformed(message, { invitation: [fieldError('query', message)] });
  }
  return STATES.filter(
    (state) => state !== ne && !nin.includes(state) && (isNull === undefined || isNull === (state === null)),
  );
}
