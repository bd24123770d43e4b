import { Entity } from 'typeorm';
import type { Language } from '../contract/languages';
import { Choice } from '../platform/database/columns';
import { TenantRecord } from '../tenancy/tenant-record';

/** What is set for a whole organisation and is not read with every session (customer_state is); made when first saved. */
@Entity('customer_settings')
export class CustomerSettings extends TenantRecord {
  /** en, es, … */
  @Choice()
  default_language: Language;
}
