/**
 * Decides what the sentence about a cell says, as parts (code and facts) that a surface words in its language, and words
 * them in English. One sentence: parts are joined by semicolons.
 */
import type { ExplainAnswer } from '../contract/evidence-answers';
import type { Day } from '../platform/calendar';
import type { Revocation } from '../skills/evidence';
import type { Explanation } from '../skills/explanation';
import type { Trailed } from './evidence-trail';

type Part = ExplainAnswer['parts'][number];
type Facts = Part['facts'];

export interface Explained {
  explanation: Explanation<Trailed, Revocation & { reason: string }>;
  staff: string;
  skill: string;
  target: number | null;
  target_source: 'personal' | 'role' | null;
  exemption: (Revocation & { reason: string }) | null;
  /** The last active day, when it lies before the day asked about. */
  left: Day | null;
  /** The first active day, when it is still to come then. */
  joins: Day | null;
}

export function partsOf({
  explanation,
  staff,
  skill,
  target,
  target_source,
  exemption,
  left,
  joins,
}: Explained): Part[] {
  const parts: Part[] = [];
  const say = (code: string, facts: Facts = {}) => parts.push({ code, facts });
  const { level, cause, evidence } = explanation;
  say('level', { staff, skill, level, on: explanation.on });
  if (left) say('left', { last_active_day: left });
  else if (joins) say('joins', { joined: joins });
  else if (cause === null) say('nothing');
  else if (cause === 'revoked') say('revoked', hold(explanation.revocation!));
  else if (cause === 'lapsed') say('lapsed', { ...source(evidence!), level: evidence!.level });
  else {
    // The last day of the evidence is told where it is not that of the level.
    const code = cause === 'capped' ? 'capped' : 'won';
    const itsOwn = evidence!.valid_until !== explanation.valid_until;
    say(itsOwn ? `${code}_until` : code, { ...source(evidence!), own_level: evidence!.level });
  }
  if (explanation.capped_by && cause !== 'assessment') say('capped_by', source(explanation.capped_by));
  else if (explanation.capped_by)
    say('holds_down', { ...source(explanation.capped[0]!), own_level: explanation.capped[0]!.level });
  if (explanation.carried_by) say('carried', source(explanation.carried_by));
  if (level > 0) say('valid', { valid_until: explanation.valid_until });
  if (cause !== 'lapsed' && explanation.lapsed[0])
    say('lapsed_better', { ...source(explanation.lapsed[0]), own_level: explanation.lapsed[0].level });
  if (explanation.pending[0])
    say('pending', { ...source(explanation.pending[0]), own_level: explanation.pending[0].level });
  if (exemption) say('exempt', hold(exemption));
  else if (target)
    say(level >= target ? 'met' : 'missing', { target, source: target_source, gap: Math.max(0, target - level) });
  if (explanation.falls)
    say('falls', { on: explanation.falls.on, level: explanation.falls.level, cause: explanation.falls.cause });
  return parts;
}

/** "Asha Rao has level 3 in Forklift on 2026-02-28; by the training “Forklift basics” …." */
export function sentence(parts: readonly Part[]): string {
  return `${parts.map(worded).join('; ')}.`;
}

function hold({ from_date, to_date, reason }: Revocation & { reason: string }): Facts {
  return { from_date, to_date, reason };
}

function source(row: Trailed): Facts {
  const { kind, effective_date, valid_until, training_title, attempt_no, score, recorded_by } = row;
  return { kind, effective_date, valid_until, training_title, attempt_no, score, recorded_by };
}

const THE: Readonly<Record<string, string>> = {
  training: 'the training',
  certificate: 'a certificate',
  assessment: 'an assessment',
  prior: 'prior learning',
  import: 'an imported record',
  self: 'a self-rating',
};

function worded({ code, facts }: Part): string {
  switch (code) {
    case 'level':
      return `${facts['staff']} has level ${facts['level']} in ${facts['skill']} on ${facts['on']}`;
    case 'left':
      return `their last active day was ${facts['last_active_day']}`;
    case 'joins':
      return `their first active day is ${facts['joined']}`;
    case 'nothing':
      return 'nothing that counts was recorded by then';
    case 'revoked':
      return `it is revoked from ${facts['from_date']} ${end(facts)} (${facts['reason']})`;
    case 'lapsed':
      return `${origin(facts)} gave level ${facts['level']} and lapsed after ${facts['valid_until']}`;
    case 'won':
      return `by ${origin(facts)}`;
    case 'won_until':
      return `by ${origin(facts)}, which holds ${lasting(facts)}`;
    case 'capped':
      return `${origin(facts)} would give level ${facts['own_level']}`;
    case 'capped_until':
      return `${origin(facts)} would give level ${facts['own_level']} and holds ${lasting(facts)}`;
    case 'carried':
      return `${origin(facts)} carries it on`;
    case 'valid':
      return `the level is valid ${lasting(facts)}`;
    case 'capped_by':
      return `it is held down by ${origin(facts)}`;
    case 'holds_down':
      return `${origin(facts)} would give level ${facts['own_level']} but came before it`;
    case 'lapsed_better':
      return `${origin(facts)} gave level ${facts['own_level']} and lapsed after ${facts['valid_until']}`;
    case 'pending':
      return `${origin(facts)} would give level ${facts['own_level']} and waits for sign-off`;
    case 'exempt':
      return `nothing is required from ${facts['from_date']} ${end(facts)} (${facts['reason']})`;
    case 'met':
      return `level ${facts['target']} is required and met`;
    case 'missing':
      return `level ${facts['target']} is required`;
    case 'falls':
      return `from ${facts['on']} it will be level ${facts['level']}`;
    default:
      return code;
  }
}

const end = (facts: Facts): string => (facts['to_date'] === null ? 'until further notice' : `to ${facts['to_date']}`);
const lasting = (facts: Facts): string =>
  facts['valid_until'] === null ? 'for ever' : `until ${facts['valid_until']}`;

function origin(facts: Facts): string {
  const title = facts['training_title'] === null ? '' : ` “${facts['training_title']}”`;
  const attempt = facts['attempt_no'] === null ? '' : `attempt ${facts['attempt_no']}`;
  const score = facts['score'] === null ? '' : `${Number(facts['score']).toFixed(2)} %`;
  const by = facts['recorded_by'] === null ? '' : `recorded by ${facts['recorded_by']}`;
  const more = [attempt, score, by].filter(Boolean).join(', ');
  return `${THE[String(facts['kind'])] ?? String(facts['kind'])}${title} of ${facts['effective_date']}${more ? ` (${more})` : ''}`;
}
