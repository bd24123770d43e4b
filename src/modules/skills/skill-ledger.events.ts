import { DomainEvent } from '../../tenancy/domain-event-bus';

export interface VoidedEvidence {
  evidence_id: string;
  staff_id: string;
  skill_id: string;
  /** completion (source_id: the assignment) | practical (the assessment) | hand (source_id: the row itself) */
  source_type: string;
  source_id: string;
}

/** Evidence was voided. Published while the LedgerLocks of the person are held. */
export const EVIDENCE_VOIDED = new DomainEvent<VoidedEvidence>('evidence voided');
