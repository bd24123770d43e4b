/** The company of the worked example in docs/skill-levels.md, with its numbers, as in-memory ledgers. */
import { addDays, dayAt, type Day } from '../../src/common/calendar';
import { RequirementTotals, SkillTotals } from '../../src/modules/reports/aggregates';
import { Bridge, type BridgeEnd } from '../../src/modules/reports/bridge';
import type { CellStatus } from '../../src/contract/skill-matrix';
import { statusFromSpans } from '../../src/modules/reports/cell-status';
import type { Evidence } from '../../src/modules/skills/evidence';
import { computeLevelSpans, type LevelSpan } from '../../src/modules/skills/skill-level';
import { spanIndexOn } from '../../src/modules/skills/span-lookup';
import { evidence, ledger } from './ledger';

export const SKILLS = {
  FORK: { min_level: 3, required_headcount: 2 },
  WELD: { min_level: 3, required_headcount: 2 },
  QC: { min_level: 3, required_headcount: 1 },
  FIRE: { min_level: 2, required_headcount: 2 },
} as const;
export type Skill = keyof typeof SKILLS;
export const SKILL_CODES = Object.keys(SKILLS) as Skill[];

interface Person {
  last_active_day: Day | null;
  targets: Partial<Record<Skill, number>>;
  evidence: Partial<Record<Skill, Evidence[]>>;
}

export type Name = 'Asha' | 'Bala' | 'Chen' | 'Devi' | 'Esra';

export class Company {
  readonly staff: Record<Name, Person>;
  private readonly spansByPersonAndSkill = new Map<string, LevelSpan[]>();

  constructor(timeZone = 'Asia/Kolkata') {
    const submitted = dayAt(Date.parse('2026-03-31T18:45:00Z'), timeZone);
    this.staff = {
      Asha: {
        last_active_day: null,
        targets: { FORK: 3, WELD: 3 },
        evidence: {
          FORK: [evidence('training', 3, '2025-03-20', { months: 12 })],
          WELD: [evidence('training', 2, '2025-05-01'), evidence('training', 3, '2026-03-05', { months: 24 })],
        },
      },
      Bala: {
        last_active_day: null,
        targets: { WELD: 3, FIRE: 2 },
        evidence: {
          WELD: [
            evidence('training', 3, '2025-06-10', { months: 24 }),
            evidence('assessment', 1, '2026-03-12', { months: 12 }),
          ],
          FIRE: [evidence('training', 2, '2025-04-10', { months: 12 })],
        },
      },
      // FORK training assigned, then removed unfinished: the ledger has no row for it.
      Chen: {
        last_active_day: null,
        targets: { QC: 3, FORK: 3 },
        evidence: { QC: [evidence('training', 3, submitted, { months: 12 })] },
      },
      Devi: {
        last_active_day: null,
        targets: {},
        evidence: {
          WELD: [evidence('training', 2, '2025-09-01')],
          FIRE: [evidence('training', 2, '2026-02-01', { months: 12 })],
        },
      },
      Esra: {
        last_active_day: '2026-03-15',
        targets: { FORK: 3 },
        evidence: { FORK: [evidence('training', 3, '2025-08-01', { months: 12 })] },
      },
    };
    for (const name of this.names) {
      for (const skill of SKILL_CODES)
        this.spansByPersonAndSkill.set(`${name} ${skill}`, computeLevelSpans(this.ledger(name, skill)));
    }
  }

  get names(): Name[] {
    return Object.keys(this.staff) as Name[];
  }

  ledger(name: Name, skill: Skill) {
    const { last_active_day, evidence: rows } = this.staff[name];
    return ledger(rows[skill] ?? [], { last_active_day });
  }

  spans(name: Name, skill: Skill): LevelSpan[] {
    return this.spansByPersonAndSkill.get(`${name} ${skill}`)!;
  }

  active(on: Day): Name[] {
    return this.names.filter((name) => on <= (this.staff[name].last_active_day ?? on));
  }

  level(name: Name, skill: Skill, on: Day): number {
    return this.end(name, skill, on).level;
  }

  status(name: Name, skill: Skill, on: Day): CellStatus {
    const spans = this.spans(name, skill);
    return statusFromSpans(spans, 0, spans.length, on, addDays(on, 60), this.target(name, skill), false);
  }

  target(name: Name, skill: Skill): number | null {
    return this.staff[name].targets[skill] ?? null;
  }

  requirements(on: Day, names: readonly Name[] = this.active(on)): RequirementTotals {
    const totals = new RequirementTotals();
    for (const name of names) {
      for (const skill of SKILL_CODES) totals.add(this.level(name, skill, on), this.target(name, skill));
    }
    return totals;
  }

  skill(skill: Skill, on: Day): SkillTotals {
    const totals = new SkillTotals(SKILLS[skill].min_level);
    for (const name of this.active(on))
      totals.add(this.level(name, skill, on), this.level(name, skill, addDays(on, 90)));
    return totals;
  }

  bridge(opening: Day, closing: Day): Bridge {
    const bridge = new Bridge();
    for (const name of this.names) {
      for (const skill of SKILL_CODES) bridge.add(this.end(name, skill, opening), this.end(name, skill, closing));
    }
    return bridge;
  }

  private end(name: Name, skill: Skill, on: Day): BridgeEnd {
    const spans = this.spans(name, skill);
    const span = spans[spanIndexOn(spans, on)];
    return {
      active: this.active(on).includes(name),
      level: span?.level ?? 0,
      held_level: span?.held_level ?? 0,
      revoked: span?.cause === 'revoked',
      target: this.target(name, skill),
    };
  }
}
