import { DomainEvent } from '../tenancy/announcements';

export interface IssuedCertificate {
  certificate_id: string;
  assignment_id: string;
  staff_id: string;
  training_id: string;
  /** The organisation's day of issue. */
  issued_on: string;
}

/** Certificates of the newest cycles were issued; each is told once. */
export const CERTIFICATES_ISSUED = new DomainEvent<readonly IssuedCertificate[]>('certificates issued');
