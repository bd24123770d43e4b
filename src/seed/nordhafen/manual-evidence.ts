/** Generates prior knowledge and assessments, as plain data without trainings. */
import { addDays, addMonths, type Day } from '../../common/calendar';
import type { SeededRandom } from '../seeded-random';
import type { DemoCalendar } from '../demo-calendar';
import type { DemoPerson } from './people';
import { MANUAL_SKILLS, ROLE_TARGETS, SKILLS } from './skills';

export interface ManualEvidence {
  staff: string;
  skill: string;
  kind: 'assessment' | 'certificate' | 'prior';
  level: number;
  effective_date: Day;
  note: string;
}

const MONTHS = new Map(SKILLS.map((skill) => [skill.code, skill.months]));
const NOTES: Readonly<Record<ManualEvidence['kind'], readonly string[]>> = {
  assessment: ['Assessed at the workplace by the team lead', 'Trial piece assessed', 'Seen on two shifts'],
  certificate: ['Certificate shown, copy filed', 'External course with test', 'Trade test, certificate filed'],
  prior: ['Brought along from the former employer', 'Apprenticeship'],
};

/** @param scriptedPairs pairs `<staff> <skill>` that are scripted */
export function generateManualEvidence(
  people: readonly DemoPerson[],
  days: DemoCalendar,
  random: SeededRandom,
  scriptedPairs: ReadonlySet<string>,
): ManualEvidence[] {
  const evidence: ManualEvidence[] = [];
  for (const person of people) {
    for (const [skill, share] of Object.entries(MANUAL_SKILLS[person.role])) {
      if (!random.happens(share) || scriptedPairs.has(`${person.code} ${skill}`)) continue;
      const kind = random.pick(['assessment', 'assessment', 'certificate', 'prior'] as const);
      const level = levelFor(ROLE_TARGETS[person.role][skill], random);
      const since = Math.min(person.joined - 1, 700);
      let day = days.workday(days.ago(random.integer(Math.min(since, (person.left ?? 0) + 25), since)));
      if (day < days.ago(person.joined)) day = days.ago(person.joined);
      evidence.push({ staff: person.code, skill, kind, level, effective_date: day, note: random.pick(NOTES[kind]) });
      evidence.push(...generateRenewals(evidence.at(-1)!, person, days, random));
    }
  }
  return evidence;
}

function* generateRenewals(
  first: ManualEvidence,
  person: DemoPerson,
  days: DemoCalendar,
  random: SeededRandom,
): Generator<ManualEvidence> {
  const months = MONTHS.get(first.skill);
  if (months === undefined) return;
  let last = first;
  while (random.happens(78)) {
    const day = days.workday(addDays(addMonths(last.effective_date, months), -random.integer(-6, 30)));
    if (!days.isPast(day) || (person.left !== undefined && day > days.ago(person.left))) return;
    const level = Math.min(4, last.level + (random.happens(25) ? 1 : 0));
    yield (last = { ...last, kind: 'assessment', level, effective_date: day, note: 'Yearly assessment' });
  }
}

function levelFor(target: number | undefined, random: SeededRandom): number {
  const roll = random.integer(1, 100);
  if (target === 3) return roll <= 14 ? 2 : roll <= 76 ? 3 : 4;
  if (target === 2) return roll <= 10 ? 1 : roll <= 66 ? 2 : roll <= 92 ? 3 : 4;
  return roll <= 30 ? 1 : roll <= 68 ? 2 : roll <= 94 ? 3 : 4;
}
