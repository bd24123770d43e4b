import { Injectable } from '@nestjs/common';
import { dayAt } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { Database } from '../../infrastructure/database/database';
import type { Certificate } from './certificate.entity';
import { parseVerificationCode } from './verification-code';

/** The public data of a certificate. */
export interface VerifiedCertificate extends Pick<
  Certificate,
  'number' | 'staff_name' | 'training_name' | 'organisation_name' | 'completed_on' | 'valid_until' | 'code'
> {
  score_hundredths: number | null;
  issued_on: string;
  status: Certificate['state'] | 'expired';
}
type Row = Omit<VerifiedCertificate, 'issued_on' | 'status'> & {
  issued_at: number | string;
  state: Certificate['state'];
  time_zone: string;
};

/** Across customers: the code is unique in the system, and the customer is unknown before the lookup. */
const BY_CODE = `SELECT c.number, c.staff_name, c.training_name, c.organisation_name, c.completed_on, c.valid_until, c.code,
    c.score_hundredths, c.issued_at, c.state, o.time_zone
  FROM certificate c JOIN customer_state o ON o.customer_id = c.customer_id WHERE c.code = ?`;

/** Finds a certificate by its verification code. */
@Injectable()
export class CertificateLookupQuery {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param input code in any notation @returns null if there is none */
  async findByCode(input: string): Promise<VerifiedCertificate | null> {
    const code = parseVerificationCode(input);
    const [row] = code ? await this.database.rows<Row>(BY_CODE, [code]) : [];
    if (!row) return null;
    const { issued_at, state, time_zone, ...content } = row;
    const today = dayAt(this.clock.now(), time_zone);
    const isExpired = state === 'issued' && content.valid_until !== null && content.valid_until < today;
    return {
      ...content,
      issued_on: dayAt(Number(issued_at), time_zone),
      status: isExpired ? 'expired' : state,
    };
  }
}
