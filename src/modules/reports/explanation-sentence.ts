/**
 * Builds the explanation of a cell as parts (code and facts) that clients translate, and as one English sentence with
 * the parts joined by semicolons.
 */
import type { ExplanationResponse } from '../../contract/evidence.responses';
import type { Day } from '../../common/calendar';
import type { Revocation } from '../skills/evidence';
import type { Explanation } from '../skills/explanation';
import type { TrailEntry } from './evidence-trail';

type Part = ExplanationResponse['parts'][number];
type Facts = Part['facts'];

export interface ExplanationInput {
  explanation: Explanation<TrailEntry, Revocation & { reason: string }>;
  staff: string;
  skill: string;
  target: number | null;
  target_source: 'personal' | 'role' | null;
  exemption: (Revocation & { reason: string }) | null;
  /** The last active day, if it is before the day of the explanation. */
  leftOn: Day | null;
  /** The first active day, if it is after that day. */
  joinsOn: Day | null;
}

export function buildExplanationParts({
  explanation,
  staff,
  skill,
  target,
  target_source,
  exemption,
  leftOn,
  joinsOn,
}: ExplanationInput): Part[] {
  const parts: Part[] = [];
  const addPart = (code: string, facts: Facts = {}) => parts.push({ code, facts });
  const { level, cause, evidence } = explanation;
  addPart('level', { staff, skill, level, on: explanation.on });
  if (leftOn) addPart('left', { last_active_day: leftOn });
  else if (joinsOn) addPart('joins', { joined: joinsOn });
  else if (cause === null) addPart('nothing');
  else if (cause === 'revoked') addPart('revoked', periodFacts(explanation.revocation!));
  else if (cause === 'lapsed') addPart('lapsed', { ...source(evidence!), level: evidence!.level });
  else {
    // The validity of the evidence is given only if it differs from that of the level.
    const code = cause === 'capped' ? 'capped' : 'won';
    const endsBeforeLevel = evidence!.valid_until !== explanation.valid_until;
    addPart(endsBeforeLevel ? `${code}_until` : code, { ...source(evidence!), own_level: evidence!.level });
  }
  if (explanation.capped_by && cause !== 'assessment') addPart('capped_by', source(explanation.capped_by));
  else if (explanation.capped_by)
    addPart('holds_down', { ...source(explanation.capped[0]!), own_level: explanation.capped[0]!.level });
  if (explanation.carried_by) addPart('carried', source(explanation.carried_by));
  if (level > 0) addPart('valid', { valid_until: explanation.valid_until });
  if (cause !== 'lapsed' && explanation.lapsed[0])
    addPart('lapsed_better', { ...source(explanation.lapsed[0]), own_level: explanation.lapsed[0].level });
  if (explanation.pending[0])
    addPart('pending', { ...source(explanation.pending[0]), own_level: explanation.pending[0].level });
  if (exemption) addPart('exempt', periodFacts(exemption));
  else if (target)
    addPart(level >= target ? 'met' : 'missing', { target, source: target_source, gap: Math.max(0, target - level) });
  if (explanation.falls)
    addPart('falls', { on: explanation.falls.on, level: explanation.falls.level, cause: explanation.falls.cause });
  return parts;
}

/** "Asha Rao has level 3 in Forklift on 2026-02-28; by the training “Forklift basics” …." */
export function toSentence(parts: readonly Part[]): string {
  return `${parts.map(partText).join('; ')}.`;
}

function periodFacts({ from_date, to_date, reason }: Revocation & { reason: string }): Facts {
  return { from_date, to_date, reason };
}

function source(row: TrailEntry): Facts {
  const { kind, effective_date, valid_until, training_title, attempt_no, score, recorded_by } = row;
  return { kind, effective_date, valid_until, training_title, attempt_no, score, recorded_by };
}

const KIND_TEXTS: Readonly<Record<string, string>> = {
  training: 'the training',
  certificate: 'a certificate',
  assessment: 'an assessment',
  prior: 'prior learning',
  import: 'an imported record',
  self: 'a self-rating',
};

function partText({ code, facts }: Part): string {
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
      return `it is revoked from ${facts['from_date']} ${endText(facts)} (${facts['reason']})`;
    case 'lapsed':
      return `${originText(facts)} gave level ${facts['level']} and lapsed after ${facts['valid_until']}`;
    case 'won':
      return `by ${originText(facts)}`;
    case 'won_until':
      return `by ${originText(facts)}, which holds ${validityText(facts)}`;
    case 'capped':
      return `${originText(facts)} would give level ${facts['own_level']}`;
    case 'capped_until':
      return `${originText(facts)} would give level ${facts['own_level']} and holds ${validityText(facts)}`;
    case 'carried':
      return `${originText(facts)} carries it on`;
    case 'valid':
      return `the level is valid ${validityText(facts)}`;
    case 'capped_by':
      return `it is held down by ${originText(facts)}`;
    case 'holds_down':
      return `${originText(facts)} would give level ${facts['own_level']} but came before it`;
    case 'lapsed_better':
      return `${originText(facts)} gave level ${facts['own_level']} and lapsed after ${facts['valid_until']}`;
    case 'pending':
      return `${originText(facts)} would give level ${facts['own_level']} and waits for sign-off`;
    case 'exempt':
      return `nothing is required from ${facts['from_date']} ${endText(facts)} (${facts['reason']})`;
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

const endText = (facts: Facts): string =>
  facts['to_date'] === null ? 'until further notice' : `to ${facts['to_date']}`;
const validityText = (facts: Facts): string =>
  facts['valid_until'] === null ? 'for ever' : `until ${facts['valid_until']}`;

function originText(facts: Facts): string {
  const title = facts['training_title'] === null ? '' : ` “${facts['training_title']}”`;
  const attempt = facts['attempt_no'] === null ? '' : `attempt ${facts['attempt_no']}`;
  const score = facts['score'] === null ? '' : `${Number(facts['score']).toFixed(2)} %`;
  const by = facts['recorded_by'] === null ? '' : `recorded by ${facts['recorded_by']}`;
  const more = [attempt, score, by].filter(Boolean).join(', ');
  return `${KIND_TEXTS[String(facts['kind'])] ?? String(facts['kind'])}${title} of ${facts['effective_date']}${more ? ` (${more})` : ''}`;
}
