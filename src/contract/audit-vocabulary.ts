import type { Fields } from './fields';
import { archivingOf, subjectOf, type ResourceDefinition } from './resource';
import { RESOURCES } from './resources';

/** What happens to a record of any resource that is created and deleted by hand. */
function eventsOf(definition: ResourceDefinition<Fields>): string[] {
  const { remove, events, change, archives, reassign } = definition;
  if (remove !== 'delete' || events === 'own') return [];
  const { away, back } = archivingOf(definition);
  const verbs = [
    'create',
    ...(change === false ? [] : ['change']),
    'delete',
    ...(archives ? [away, back] : []),
    ...(reassign ? ['reassign'] : []),
  ];
  return verbs.map((verb) => `${subjectOf(definition)}.${verb}`);
}

/** What else is told: commands, and what is about no resource. */
const COMMANDS = [
  'account.create',
  'account.password',
  'account.invite',
  'account.reactivate',
  'account.role',
  'account.suspended',
  'account.closed',
  'account.email',
  'account.sign_in_asked',
  'account.sign_in_cancelled',
  'account.sign_in_changed',
  'api_key.create',
  'api_key.revoke',
  'attempt.history',
  'audit-event.export',
  'customer.create',
  'customer.change',
  'customer.suspend',
  'customer.reactivate',
  'customer.close',
  'customer.resend_login',
  'mail.given_up',
  'platform.view',
  'quiz.slots',
  'revocation.start',
  'revocation.end',
  'role-target.grid',
  'second_factor.set_up',
  'second_factor.passkey_added',
  'second_factor.passkey_removed',
  'second_factor.passkey_renamed',
  'second_factor.replaced',
  'second_factor.removed',
  'second_factor.codes_renewed',
  'second_factor.recovery_used',
  'second_factor.reset',
  'security.second_factor',
  'session.login',
  'session.login_failed',
  'session.passkey_refused',
  'session.second_factor_failed',
  'session.refresh_reused',
  'session.tenant_mismatch',
  'session.end',
  'session.end_others',
  'skill-evidence.record',
  'skill-evidence.approve',
  'skill-evidence.reject',
  'skill-evidence.void',
  'skill-target.grid',
  'staff.invite',
  'staff.suspend',
  'staff.reactivate',
  'staff.leave',
  'staff.return',
  'staff.job-role',
  'settings.change',
  'subscriber.extend',
  'subscriber.change',
  'subscription.trial',
  'subscription.begin',
  'support_message.answered',
  'support_message.reopen',
  'support_message.send',
  'training.publish',
  'training.archive',
  'training.unarchive',
  'training.skills',
  'training.video',
  'training-assignment.bulk',
  'training-assignment.remove',
  'training-assignment.complete',
  'training-assignment.history',
];

/** Every action that is told, as `<subject>.<what happened>`; the admin has words for each. */
export const AUDIT_ACTIONS: readonly string[] = [...RESOURCES.flatMap(eventsOf), ...COMMANDS].toSorted();

/** What an event may be about, besides the resources that events tell of. */
const OTHERS = ['account', 'audit-event', 'mail', 'passkey', 'second_factor', 'security', 'session', 'settings'];

/** What an event may be about. */
export const AUDIT_SUBJECTS: readonly string[] = [
  ...OTHERS,
  ...RESOURCES.map(subjectOf).filter((subject) => AUDIT_ACTIONS.some((action) => action.startsWith(`${subject}.`))),
].toSorted();
