import { Injectable, type OnModuleInit } from '@nestjs/common';
import { dayAt } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { normalizeTimeZoneName } from '../../common/time-zones';
import { EmploymentService } from '../staff/employment.service';
import { StaffService } from '../staff/staff.service';
import { importReason } from './import-planner';
import { ImportableRegistry } from './importable-registry';

/** Import rules of staff: normalized time zones, termination instead of archiving, and invitations. */
@Injectable()
export class StaffImportRules implements OnModuleInit {
  constructor(
    private readonly importableRegistry: ImportableRegistry,
    private readonly staff: StaffService,
    private readonly employment: EmploymentService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.importableRegistry.register('staff', {
      normalize: (values) => {
        const { time_zone } = values;
        if (typeof time_zone !== 'string') return [];
        const canonicalZone = normalizeTimeZoneName(time_zone);
        if (!canonicalZone) return [importReason('time_zone', 'time_zone')];
        values['time_zone'] = canonicalZone;
        return [];
      },
      invite: async (tenant, staff_id) => (await this.employment.invite(tenant, staff_id, 'user')).row_version,
      archiveInUse: async (tenant, staff_id) => {
        const { joined } = await this.staff.record(tenant, staff_id);
        const today = dayAt(this.clock.now(), tenant.time_zone);
        await this.employment.leave(tenant, staff_id, joined > today ? joined : today, true);
      },
      // Changing the address of an account needs a confirmation mail, which undo does not send.
      findUndoObstacle: (record, was) =>
        record['account_role'] && was['email'] !== undefined && was['email'] !== record['email']
          ? 'import_signs_in'
          : null,
    });
  }
}
