import { Injectable } from '@nestjs/common';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { calendarOf } from './session-calendar';
import { TrainingLocation } from './training-location.entity';
import { TrainingSessionsService } from './training-sessions.service';
import { Training } from './training.entity';

/** The calendar file of a session, for whoever may see it. */
@Injectable()
export class SessionCalendars {
  constructor(
    private readonly sessions: TrainingSessionsService,
    @Records(Training) private readonly trainings: TenantRepository<Training>,
    @Records(TrainingLocation) private readonly locations: TenantRepository<TrainingLocation>,
  ) {}

  /** @throws NotFound */
  async file(tenant: Tenant, session_id: string): Promise<string> {
    const session = await this.sessions.one(tenant, session_id);
    const { training_id, training_location_id, online_url: url, note, status, row_version } = session;
    const training = await this.trainings.one(tenant, { training_id });
    const location = training_location_id ? await this.locations.one(tenant, { training_location_id }) : null;
    return calendarOf({
      ...{ id: session_id, url, note, isCancelled: status === 'cancelled' },
      sequence: row_version - 1,
      changed_at: Date.parse(session.updated_at),
      starts_at: Date.parse(session.starts_at),
      ends_at: Date.parse(session.ends_at),
      title: training?.title ?? '',
      place: location ? [location.name, location.address].filter(Boolean).join(', ') : url,
    });
  }
}
