/**
 * Decides which notices reach a person by which channel: the rules of the customer first, then the preferences of the
 * person, which mails with the rule `always` ignore. Pure; `NoticeSettings` and `NoticeRefusal` store both.
 */
import {
  NOTICE_CHANNELS,
  NOTICE_KINDS,
  type NoticeChannel,
  type NoticeChoice,
  type NoticeKind,
  type NoticeRule,
} from '../../contract/notices';

/** Default days before the due day, and before the last valid day. */
export const DUE_SOON_DAYS = 7;
export const EXPIRING_DAYS = 30;

/** Default rules: both channels for all kinds, except mails of results. */
const DEFAULT_RULES: Readonly<Record<NoticeKind, NoticeRule>> = {
  assigned: { kind: 'assigned', app: true, mail: 'on' },
  due_soon: { kind: 'due_soon', app: true, mail: 'on' },
  overdue: { kind: 'overdue', app: true, mail: 'on' },
  expiring: { kind: 'expiring', app: true, mail: 'on' },
  result: { kind: 'result', app: true, mail: 'off' },
  certificate: { kind: 'certificate', app: true, mail: 'on' },
  session: { kind: 'session', app: true, mail: 'on' },
  enrolment: { kind: 'enrolment', app: true, mail: 'on' },
  team: { kind: 'team', app: true, mail: 'on' },
};

/** Rules of all kinds in order. @param savedRules; missing kinds get the default */
export function completeRules(savedRules: readonly NoticeRule[] | null): readonly NoticeRule[] {
  return NOTICE_KINDS.map((kind) => savedRules?.find((rule) => rule.kind === kind) ?? DEFAULT_RULES[kind]);
}

const refusalKey = (kind: NoticeKind, channel: NoticeChannel): string => `${kind}.${channel}`;

/** Channels by which a person gets a kind. @param refused as stored in NoticeRefusal */
export function channelsOf(
  kind: NoticeKind,
  rules: readonly NoticeRule[],
  refused: readonly string[],
): readonly NoticeChannel[] {
  const rule = rules.find((each) => each.kind === kind);
  if (!rule) return [];
  return NOTICE_CHANNELS.filter((channel) => {
    if (channel === 'mail' && rule.mail === 'always') return true;
    const isOffered = channel === 'mail' ? rule.mail === 'on' : rule.app;
    return isOffered && !refused.includes(refusalKey(kind, channel));
  });
}

/** Channels of all kinds, for the preferences page. */
export function choicesOf(rules: readonly NoticeRule[], refused: readonly string[]): NoticeChoice[] {
  return rules.map((rule) => {
    const channels = channelsOf(rule.kind, rules, refused);
    return {
      kind: rule.kind,
      app: channels.includes('app'),
      mail: channels.includes('mail'),
      app_offered: rule.app,
      mail_offered: rule.mail,
    };
  });
}

/** Refusals after a change of preferences. */
export function updateRefusals(
  choices: readonly Pick<NoticeChoice, 'kind' | 'app' | 'mail'>[],
  before: readonly string[],
): string[] {
  const refused = new Set(before);
  for (const choice of choices) {
    for (const channel of NOTICE_CHANNELS) {
      if (choice[channel]) refused.delete(refusalKey(choice.kind, channel));
      else refused.add(refusalKey(choice.kind, channel));
    }
  }
  return [...refused].toSorted();
}

/** Kinds whose mails the person gets and may switch off, and kinds that are always sent. */
export function mailKindsOf(
  rules: readonly NoticeRule[],
  refused: readonly string[],
): { optional: NoticeKind[]; required: NoticeKind[] } {
  const kindsByMailRule = (rule: NoticeRule['mail']) =>
    rules.filter(({ mail }) => mail === rule).map(({ kind }) => kind);
  return {
    optional: kindsByMailRule('on').filter((kind) => !refused.includes(refusalKey(kind, 'mail'))),
    required: kindsByMailRule('always'),
  };
}

/** Adds the mails of these kinds to the refusals. */
export const refuseMails = (kinds: readonly NoticeKind[], before: readonly string[]): string[] =>
  [...new Set([...before, ...kinds.map((kind) => refusalKey(kind, 'mail'))])].toSorted();
