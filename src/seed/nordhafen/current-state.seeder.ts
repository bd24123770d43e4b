import { Injectable } from '@nestjs/common';
import { ExemptionsService } from '../../modules/skills/exemptions.service';
import { RevocationsService } from '../../modules/skills/revocations.service';
import { SkillEvidenceService } from '../../modules/skills/skill-evidence.service';
import { EmploymentService } from '../../modules/staff/employment.service';
import type { Tenant } from '../../tenancy/tenant';
import { AssignmentsService } from '../../modules/trainings/assignments.service';
import type { DemoCalendar } from '../demo-calendar';
import type { DemoCatalogue } from '../demo-content.seeder';
import { PEOPLE } from './people';
import { FELIX, JONAS, MARA, PIOTR, RENATE, SVEN } from './scripted-people';
import type { DemoRole } from './skills';

const NEWCOMER = 'N-1031';
const ON_LONG_LEAVE = 'N-1045';
const TRAINEES = ['N-1059', 'N-1060'];
/** People with an optional training. */
const VOLUNTEERS = [MARA, 'N-1014', 'N-1016', 'N-1023'];
/** Number of decided sign-offs, oldest first; the rest is pending. */
const DECIDED_SIGNOFFS = 8;

/** Created records by their codes in the content. */
export interface Plant {
  tenant: Tenant;
  days: DemoCalendar;
  catalogue: DemoCatalogue;
  staff: ReadonlyMap<string, string>;
  roles: ReadonlyMap<DemoRole, string>;
}

/** Creates what is open today: decisions of admins and managers, and pending tasks. */
@Injectable()
export class NordhafenCurrentStateSeeder {
  constructor(
    private readonly employment: EmploymentService,
    private readonly evidence: SkillEvidenceService,
    private readonly revocations: RevocationsService,
    private readonly exemptions: ExemptionsService,
    private readonly assignments: AssignmentsService,
  ) {}

  /** Revocations, exemptions, sign-offs and new assignments. Needs the caller's transaction. */
  async createDecisions(plant: Plant): Promise<void> {
    await this.createRevocationsAndExemptions(plant);
    await this.decideSignoffs(plant);
    await this.createCurrentAssignments(plant);
  }

  private async createRevocationsAndExemptions({ tenant, days, catalogue, staff }: Plant): Promise<void> {
    const pair = (code: string, skill: string) => ({ staff_id: staff.get(code)!, skill_id: catalogue.skill(skill) });
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

  /** Approves older pending evidence, rejects one, and voids evidence recorded for the wrong person. */
  private async decideSignoffs({ tenant, days, catalogue, staff }: Plant): Promise<void> {
    const request = {
      order: [
        ['effective_date', 'asc'],
        ['evidence_id', 'asc'],
      ] as const,
      offset: 0,
      limit: 200,
    };
    const { rows } = await this.evidence.list(tenant, { ...request, where: { state: 'pending' } });
    for (const [at, { evidence_id }] of rows.slice(0, DECIDED_SIGNOFFS).entries()) {
      if (at === 1) await this.evidence.reject(tenant, evidence_id, 'Needs a day with the crane operator first');
      else await this.evidence.approve(tenant, evidence_id, 'Seen at the 10 t crane');
    }
    const mistakenEvidence = {
      staff_id: staff.get('N-1050')!,
      skill_id: catalogue.skill('HYDR'),
      kind: 'assessment' as const,
      level: 3,
    };
    const { evidence_id } = await this.evidence.create(tenant, { ...mistakenEvidence, effective_date: days.ago(33) });
    await this.evidence.void(tenant, evidence_id, 'Recorded for the wrong person');
  }

  private async createCurrentAssignments({ tenant, catalogue, staff }: Plant): Promise<void> {
    const training = (code: string) => catalogue.training(code).training_id;
    const newcomers = [...TRAINEES, NEWCOMER].map((code) => staff.get(code)!);
    await this.assignments.assign(tenant, { staff_id: newcomers, training_id: [training('CHEM-101')] });
    await this.assignments.assign(tenant, {
      staff_id: [staff.get(TRAINEES[0]!)!],
      training_id: [training('WELD-100')],
    });
    await this.assignments.assign(tenant, { staff_id: [staff.get(NEWCOMER)!], training_id: [training('FORK-100')] });
    // Retraining after the near miss: already completed once, so this is the next cycle.
    await this.assignments.assign(tenant, { staff_id: [staff.get(PIOTR)!], training_id: [training('FORK-101')] });
    const movedAssignment = await this.assignments.findRunning(tenant, staff.get(JONAS)!, training('LIFT-101'));
    await this.assignments.remove(
      tenant,
      [movedAssignment!.assignment_id],
      'Moved to the indoor team: no lifting there',
    );
    const volunteers = VOLUNTEERS.map((code) => staff.get(code)!);
    await this.assignments.assign(tenant, {
      staff_id: volunteers,
      training_id: [training('ELEC-101')],
      mandatory: false,
    });
  }

  /** Invitations, suspensions, leavers and rehires. Needs the caller's transaction. */
  async createEmploymentChanges({ tenant, days, staff }: Plant): Promise<void> {
    await this.employment.invite(tenant, staff.get(NEWCOMER)!, 'user');
    await this.employment.suspend(tenant, staff.get(ON_LONG_LEAVE)!);
    for (const { code, left, back } of PEOPLE) {
      if (left !== undefined) await this.employment.leave(tenant, staff.get(code)!, days.ago(left));
      if (back !== undefined) await this.employment.rehire(tenant, staff.get(code)!, days.ago(back));
    }
  }
}
