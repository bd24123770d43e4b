/**
 * Decides what reaches whom by which way: the organisation's rules first, then what the person has refused, which a mail
 * that is sent always takes no notice of. Pure; `NoticeSettings` and `NoticeRefusal` keep both.
 */
import {
  NOTICE_CHANNELS,
  NOTICE_KINDS,
  type NoticeChannel,
  type NoticeChoice,
  type NoticeKind,
  type NoticeRule,
} from '../contract/notices';

/** Days before the due day, and before the last valid day, until an organisation says otherwise. */
export const DUE_SOON_DAYS = 7;
export const EXPIRING_DAYS = 30;

/** Every kind comes both ways, and whoever wants fewer mails says so. */
const AT_FIRST: Readonly<Record<NoticeKind, NoticeRule>> = {
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

/** What holds of every kind, in their order. @param kept what was saved; a kind that is not in it is as at first */
export function rulesOf(kept: readonly NoticeRule[] | null): readonly NoticeRule[] {
  return NOTICE_KINDS.map((kind) => kept?.find((rule) => rule.kind === kind) ?? AT_FIRST[kind]);
}

const nameOf = (kind: NoticeKind, channel: NoticeChannel): string => `${kind}.${channel}`;

/** By which ways somebody hears of it. @param refused as the person has it */
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
    return isOffered && !refused.includes(nameOf(kind, channel));
  });
}

/** The same of every kind, for whoever chooses. */
export function choicesOf(rules: readonly NoticeRule[], refused: readonly string[]): NoticeChoice[] {
  return rules.map((rule) => {
    const channels = channelsOf(rule.kind, rules, refused);
    return {
      kind: rule.kind,
      ...{ app: channels.includes('app'), mail: channels.includes('mail') },
      ...{ app_offered: rule.app, mail_offered: rule.mail },
    };
  });
}

/** What a person refuses by these choices. What the organisation does not offer stays as it was refused before. */
export function refusedBy(
  choices: readonly Pick<NoticeChoice, 'kind' | 'app' | 'mail'>[],
  before: readonly string[],
): string[] {
  const refused = new Set(before);
  for (const choice of choices) {
    for (const channel of NOTICE_CHANNELS) {
      if (choice[channel]) refused.delete(nameOf(choice.kind, channel));
      else refused.add(nameOf(choice.kind, channel));
    }
  }
  return [...refused].toSorted();
}

/** Kinds of mails that a person gets and may switch off, and those that come always. */
export function mailsOf(
  rules: readonly NoticeRule[],
  refused: readonly string[],
): { free: NoticeKind[]; always: NoticeKind[] } {
  const by = (rule: NoticeRule['mail']) => rules.filter(({ mail }) => mail === rule).map(({ kind }) => kind);
  return { free: by('on').filter((kind) => !refused.includes(nameOf(kind, 'mail'))), always: by('always') };
}

/** The mails of these kinds are refused from now on. */
export const withoutMails = (kinds: readonly NoticeKind[], before: readonly string[]): string[] =>
  [...new Set([...before, ...kinds.map((kind) => nameOf(kind, 'mail'))])].toSorted();
