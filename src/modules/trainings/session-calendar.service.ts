import { Injectable } from '@nestjs/common';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { buildCalendar } from './session-calendar';
import { TrainingLocation } from './training-location.entity';
import { TrainingSessionsService } from './training-sessions.service';
import { Training } from './training.entity';

/** The calendar file (RFC 5545) of a classroom session. */
@Injectable()
export class SessionCalendarService {
  constructor(
    private readonly sessions: TrainingSessionsService,
    @InjectTenantRepository(Training) private readonly trainings: TenantRepository<Training>,
    @InjectTenantRepository(TrainingLocation) private readonly locations: TenantRepository<TrainingLocation>,
  ) {}

  /** @throws NotFoundError */
  async buildFile(tenant: Tenant, session_id: string): Promise<string> {
    const session = await this.sessions.one(tenant, session_id);
    const { training_id, training_location_id, online_url: url, note, status, row_version } = session;
    const training = await this.trainings.findOne(tenant, { training_id });
    const location = training_location_id ? await this.locations.findOne(tenant, { training_location_id }) : null;
    return buildCalendar({
      id: session_id,
      url,
      note,
      isCancelled: status === 'cancelled',
      sequence: row_version - 1,
      changed_at: Date.parse(session.updated_at),
      starts_at: Date.parse(session.starts_at),
      ends_at: Date.parse(session.ends_at),
      title: training?.title ?? '',
      place: location ? [location.name, location.address].filter(Boolean).join(', ') : url,
    });
  }
}
