import { Injectable, type OnModuleInit } from '@nestjs/common';
import { dayAt } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { timeZoneNamed } from '../platform/time-zones';
import { EmploymentService } from '../staff/employment.service';
import { StaffService } from '../staff/staff.service';
import { reasonOf } from './import-planner';
import { Importables } from './importables';

/** What an import of staff has besides: their zone as it is kept, leaving instead of archiving, mails that are not sent. */
@Injectable()
export class StaffImport implements OnModuleInit {
  constructor(
    private readonly importables: Importables,
    private readonly staff: StaffService,
    private readonly employment: EmploymentService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.importables.register('staff', {
      clean: (values) => {
        const { time_zone } = values;
        if (typeof time_zone !== 'string') return [];
        const known = timeZoneNamed(time_zone);
        if (!known) return [reasonOf('time_zone', 'time_zone')];
        values['time_zone'] = known;
        return [];
      },
      invite: async (tenant, staff_id) => (await this.employment.invite(tenant, staff_id, 'user')).row_version,
      putAway: async (tenant, staff_id) => {
        const { joined } = await this.staff.record(tenant, staff_id);
        const today = dayAt(this.clock.now(), tenant.time_zone);
        await this.employment.leave(tenant, staff_id, joined > today ? joined : today, true);
      },
      // The address of somebody who signs in is changed by mail, and taking back sends none.
      stays: (record, was) =>
        record['account_role'] && was['email'] !== undefined && was['email'] !== record['email']
          ? 'import_signs_in'
          : null,
    });
  }
}
