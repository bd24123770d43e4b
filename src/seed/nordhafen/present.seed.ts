import { Injectable } from '@nestjs/common';
import { ExemptionsService } from '../../skills/exemptions.service';
import { RevocationsService } from '../../skills/revocations.service';
import { SkillEvidenceService } from '../../skills/skill-evidence.service';
import { EmploymentService } from '../../staff/employment.service';
import type { Tenant } from '../../tenancy/tenant';
import { AssignmentsService } from '../../trainings/assignments.service';
import type { DemoDays } from '../demo-days';
import type { Shelf } from '../demo-library';
import { PEOPLE } from './people';
import { FELIX, JONAS, MARA, PIOTR, RENATE, SVEN } from './script';
import type { DemoRole } from './skills';

const NEWCOMER = 'N-1031';
const ON_LONG_LEAVE = 'N-1045';
const TRAINEES = ['N-1059', 'N-1060'];
/** Whoever likes: nobody counts on it. */
const CURIOUS = [MARA, 'N-1014', 'N-1016', 'N-1023'];
/** Sign-offs that were decided, the oldest first; the others still wait. */
const SIGNED_OFF = 8;

/** What the organisation is made of, by the codes of the content. */
export interface Plant {
  tenant: Tenant;
  days: DemoDays;
  shelf: Shelf;
  staff: ReadonlyMap<string, string>;
  roles: ReadonlyMap<DemoRole, string>;
}

/** Beside the history, what the plant's admin and its leads have decided, and what stands open today. */
@Injectable()
export class NordhafenPresent {
  constructor(
    private readonly employment: EmploymentService,
    private readonly evidence: SkillEvidenceService,
    private readonly revocations: RevocationsService,
    private readonly exemptions: ExemptionsService,
    private readonly assignments: AssignmentsService,
  ) {}

  /** Withdrawn and given back, signed off, assigned today. In the caller's transaction. */
  async decide(plant: Plant): Promise<void> {
    await this.holdAndRelease(plant);
    await this.signOff(plant);
    await this.assignToday(plant);
  }

  private async holdAndRelease({ tenant, days, shelf, staff }: Plant): Promise<void> {
    const pair = (code: string, skill: string) => ({ staff_id: staff.get(code)!, skill_id: shelf.skill(skill) });
    await this.revocations.create(tenant, {
      ...pair(PIOTR, 'FORK'),
      from_date: days.ago(9),
      reason: 'Near miss at ramp 3: retraining first',
    });
    await this.revocations.create(tenant, {
      ...pair(FELIX, 'PLC'),
      from_date: days.ago(20),
      reason: 'An interlock was left bridged after a search: looks for faults with a colleague',
    });
    const from_date = days.ago(210);
    await this.revocations.create(tenant, {
      ...pair(SVEN, 'REACH'),
      from_date,
      to_date: days.ago(180),
      reason: 'Rack damaged in aisle 7',
    });
    for (const skill of ['MIG', 'GRIND']) {
      const period = { from_date: days.ago(70), to_date: days.ago(-110) };
      await this.exemptions.create(tenant, { ...pair(RENATE, skill), ...period, reason: 'Parental leave' });
    }
  }

  /** What waits for sign-off: the older ones are decided, one of them against; one row had been recorded for the wrong person. */
  private async signOff({ tenant, days, shelf, staff }: Plant): Promise<void> {
    const request = {
      order: [
        ['effective_date', 'asc'],
        ['evidence_id', 'asc'],
      ] as const,
      offset: 0,
      limit: 200,
    };
    const { rows } = await this.evidence.list(tenant, { ...request, where: { state: 'pending' } });
    for (const [at, { evidence_id }] of rows.slice(0, SIGNED_OFF).entries()) {
      if (at === 1) await this.evidence.reject(tenant, evidence_id, 'Needs a day with the crane operator first');
      else await this.evidence.approve(tenant, evidence_id, 'Seen at the 10 t crane');
    }
    const mistaken = {
      staff_id: staff.get('N-1050')!,
      skill_id: shelf.skill('HYDR'),
      kind: 'assessment' as const,
      level: 3,
    };
    const { evidence_id } = await this.evidence.create(tenant, { ...mistaken, effective_date: days.ago(33) });
    await this.evidence.void(tenant, evidence_id, 'Recorded for the wrong person');
  }

  private async assignToday({ tenant, shelf, staff }: Plant): Promise<void> {
    const training = (code: string) => shelf.training(code).training_id;
    const newcomers = [...TRAINEES, NEWCOMER].map((code) => staff.get(code)!);
    await this.assignments.assign(tenant, { staff_id: newcomers, training_id: [training('CHEM-101')] });
    await this.assignments.assign(tenant, {
      staff_id: [staff.get(TRAINEES[0]!)!],
      training_id: [training('WELD-100')],
    });
    await this.assignments.assign(tenant, { staff_id: [staff.get(NEWCOMER)!], training_id: [training('FORK-100')] });
    // The retraining after the near miss: completed once, so its next cycle.
    await this.assignments.assign(tenant, { staff_id: [staff.get(PIOTR)!], training_id: [training('FORK-101')] });
    const moved = await this.assignments.assignedTo(tenant, staff.get(JONAS)!, training('LIFT-101'));
    await this.assignments.remove(tenant, [moved!.assignment_id], 'Moved to the indoor team: no lifting there');
    const curious = CURIOUS.map((code) => staff.get(code)!);
    await this.assignments.assign(tenant, { staff_id: curious, training_id: [training('ELEC-101')], mandatory: false });
  }

  /** Invited, suspended, left, back again. In the caller's transaction. */
  async comeAndGo({ tenant, days, staff }: Plant): Promise<void> {
    await this.employment.invite(tenant, staff.get(NEWCOMER)!, 'user');
    await this.employment.suspend(tenant, staff.get(ON_LONG_LEAVE)!);
    for (const { code, left, back } of PEOPLE) {
      if (left !== undefined) await this.employment.leave(tenant, staff.get(code)!, days.ago(left));
      if (back !== undefined) await this.employment.comeBack(tenant, staff.get(code)!, days.ago(back));
    }
  }
}
