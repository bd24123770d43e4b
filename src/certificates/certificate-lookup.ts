import { Injectable } from '@nestjs/common';
import { dayAt } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Database } from '../platform/database/database';
import type { Certificate } from './certificate.entity';
import { codeOf } from './verification-code';

/** What the page shows, and nothing else. */
export interface FoundCertificate extends Pick<
  Certificate,
  'number' | 'staff_name' | 'training_name' | 'organisation_name' | 'completed_on' | 'valid_until' | 'code'
> {
  score_hundredths: number | null;
  issued_on: string;
  standing: Certificate['state'] | 'expired';
}
type Row = Omit<FoundCertificate, 'issued_on' | 'standing'> & {
  issued_at: number | string;
  state: Certificate['state'];
  time_zone: string;
};

/** The code is unique in the system, and is all that is known of whose it is. */
const BY_CODE = `SELECT c.number, c.staff_name, c.training_name, c.organisation_name, c.completed_on, c.valid_until, c.code,
    c.score_hundredths, c.issued_at, c.state, o.time_zone
  FROM certificate c JOIN customer_state o ON o.customer_id = c.customer_id WHERE c.code = ?`;

/** A certificate by its code, for whoever has it. */
@Injectable()
export class CertificateLookup {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param typed in whatever way; null: there is none */
  async byCode(typed: string): Promise<FoundCertificate | null> {
    const code = codeOf(typed);
    const [row] = code ? await this.database.rows<Row>(BY_CODE, [code]) : [];
    if (!row) return null;
    const { issued_at, state, time_zone, ...says } = row;
    const today = dayAt(this.clock.now(), time_zone);
    const isOver = state === 'issued' && says.valid_until !== null && says.valid_until < today;
    return {
      ...says,
      issued_on: dayAt(Number(issued_at), time_zone),
      standing: isOver ? 'expired' : state,
    };
  }
}
