import { Entity } from 'typeorm';
import { CERTIFICATE_TEXT_MAX } from '../../contract/certificate-design';
import { ChoiceColumn, UuidColumn, VarcharColumn } from '../../infrastructure/database/columns';
import { TenantRecord } from '../../tenancy/tenant-record';
import type { ImageFormat } from './image-probe';

/** The certificate design of a customer; created on the first save. Downloads use the current design. */
@Entity('certificate_design')
export class CertificateDesign extends TenantRecord {
  @VarcharColumn(CERTIFICATE_TEXT_MAX.title, { nullable: true })
  title: string | null;

  @VarcharColumn(CERTIFICATE_TEXT_MAX.text, { nullable: true })
  text: string | null;

  @VarcharColumn(CERTIFICATE_TEXT_MAX.signature_name, { nullable: true })
  signature_name: string | null;

  @VarcharColumn(CERTIFICATE_TEXT_MAX.signature_role, { nullable: true })
  signature_role: string | null;

  /** `#rrggbb` */
  @VarcharColumn(7)
  accent: string;

  /** File id in the folder of the customer; each upload gets a new one. */
  @UuidColumn({ nullable: true })
  logo_file: string | null;

  @ChoiceColumn({ nullable: true })
  logo_format: ImageFormat | null;

  @UuidColumn({ nullable: true })
  signature_file: string | null;

  @ChoiceColumn({ nullable: true })
  signature_format: ImageFormat | null;
}
