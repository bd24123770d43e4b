import { Entity } from 'typeorm';
import { CERTIFICATE_TEXT_MAX } from '../contract/certificate-design';
import { Choice, IdRef, Text } from '../platform/database/columns';
import { TenantRecord } from '../tenancy/tenant-record';
import type { ImageFormat } from './image-probe';

/** What an organisation's certificates look like; made when first saved. Each is drawn as it is on the day of the download. */
@Entity('certificate_design')
export class CertificateDesign extends TenantRecord {
  @Text(CERTIFICATE_TEXT_MAX.title, { nullable: true })
  title: string | null;

  @Text(CERTIFICATE_TEXT_MAX.text, { nullable: true })
  text: string | null;

  @Text(CERTIFICATE_TEXT_MAX.signature_name, { nullable: true })
  signature_name: string | null;

  @Text(CERTIFICATE_TEXT_MAX.signature_role, { nullable: true })
  signature_role: string | null;

  /** `#rrggbb` */
  @Text(7)
  accent: string;

  /** The name of the file in the customer's folder; another picture gives another one. */
  @IdRef({ nullable: true })
  logo_file: string | null;

  @Choice({ nullable: true })
  logo_format: ImageFormat | null;

  @IdRef({ nullable: true })
  signature_file: string | null;

  @Choice({ nullable: true })
  signature_format: ImageFormat | null;
}
