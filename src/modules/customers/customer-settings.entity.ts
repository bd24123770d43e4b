import { Entity } from 'typeorm';
import type { Language } from '../../contract/languages';
import { ChoiceColumn } from '../../infrastructure/database/columns';
import { TenantRecord } from '../../tenancy/tenant-record';

/** Customer settings that are not needed by every session (those are in customer_state). Created on first save. */
@Entity('customer_settings')
export class CustomerSettings extends TenantRecord {
  @ChoiceColumn()
  default_language: Language;
}
