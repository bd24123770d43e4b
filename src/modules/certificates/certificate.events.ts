import { DomainEvent } from '../../tenancy/domain-event-bus';

export interface IssuedCertificate {
  certificate_id: string;
  assignment_id: string;
  staff_id: string;
  training_id: string;
  /** Day of issue in the calendar of the customer. */
  issued_on: string;
}

/** Certificates of the newest cycles were issued. Published once per certificate. */
export const CERTIFICATES_ISSUED = new DomainEvent<readonly IssuedCertificate[]>('certificates issued');
