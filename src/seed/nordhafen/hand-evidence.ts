/** What people brought along and what they were assessed in, as plain data: no training of the plant stands behind it. */
import { addDays, addMonths, type Day } from '../../platform/calendar';
import type { Chance } from '../chance';
import type { DemoDays } from '../demo-days';
import type { DemoPerson } from './people';
import { HAND_SKILLS, ROLE_TARGETS, SKILLS } from './skills';

export interface HandEvidence {
  staff: string;
  skill: string;
  kind: 'assessment' | 'certificate' | 'prior';
  level: number;
  effective_date: Day;
  note: string;
}

const MONTHS = new Map(SKILLS.map((skill) => [skill.code, skill.months]));
const NOTES: Readonly<Record<HandEvidence['kind'], readonly string[]>> = {
  assessment: ['Assessed at the workplace by the team lead', 'Trial piece assessed', 'Seen on two shifts'],
  certificate: ['Certificate shown, copy filed', 'External course with test', 'Trade test, certificate filed'],
  prior: ['Brought along from the former employer', 'Apprenticeship'],
};

/** @param scripted `<staff> <skill>` that are told elsewhere */
export function handEvidence(
  people: readonly DemoPerson[],
  days: DemoDays,
  chance: Chance,
  scripted: ReadonlySet<string>,
): HandEvidence[] {
  const made: HandEvidence[] = [];
  for (const person of people) {
    for (const [skill, share] of Object.entries(HAND_SKILLS[person.role])) {
      if (!chance.happens(share) || scripted.has(`${person.code} ${skill}`)) continue;
      const kind = chance.one(['assessment', 'assessment', 'certificate', 'prior'] as const);
      const level = levelFor(ROLE_TARGETS[person.role][skill], chance);
      const since = Math.min(person.joined - 1, 700);
      let day = days.workday(days.ago(chance.whole(Math.min(since, (person.left ?? 0) + 25), since)));
      if (day < days.ago(person.joined)) day = days.ago(person.joined);
      made.push({ staff: person.code, skill, kind, level, effective_date: day, note: chance.one(NOTES[kind]) });
      made.push(...renewals(made.at(-1)!, person, days, chance));
    }
  }
  return made;
}

function* renewals(first: HandEvidence, person: DemoPerson, days: DemoDays, chance: Chance): Generator<HandEvidence> {
  const months = MONTHS.get(first.skill);
  if (months === undefined) return;
  let last = first;
  while (chance.happens(78)) {
    const day = days.workday(addDays(addMonths(last.effective_date, months), -chance.whole(-6, 30)));
    if (!days.isPast(day) || (person.left !== undefined && day > days.ago(person.left))) return;
    const level = Math.min(4, last.level + (chance.happens(25) ? 1 : 0));
    yield (last = { ...last, kind: 'assessment', level, effective_date: day, note: 'Yearly assessment' });
  }
}

function levelFor(target: number | undefined, chance: Chance): number {
  const throwOf = chance.whole(1, 100);
  if (target === 3) return throwOf <= 14 ? 2 : throwOf <= 76 ? 3 : 4;
  if (target === 2) return throwOf <= 10 ? 1 : throwOf <= 66 ? 2 : throwOf <= 92 ? 3 : 4;
  return throwOf <= 30 ? 1 : throwOf <= 68 ? 2 : throwOf <= 94 ? 3 : 4;
}
