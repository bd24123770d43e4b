import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import {
  CERTIFICATE_ACCENT_DEFAULT,
  CERTIFICATE_IMAGE_BYTES_MAX,
  CERTIFICATE_IMAGE_SIDE_MAX,
  type CertificateDesignResponse,
  type CertificateImage,
} from '../../contract/certificate-design';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { NotFoundError } from '../../common/errors/app-error';
import { FileStorage } from '../../infrastructure/files/file-storage';
import { newId } from '../../common/ids';
import { AppLogger } from '../../infrastructure/logging/app-logger';
import { buildAuditEntry, omitUnchanged, pickFields } from '../../tenancy/audit-entry';
import { PendingFilesService } from '../../tenancy/pending-files.service';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { CertificateDesign } from './certificate-design.entity';
import { ImageTooLargeError, UnsupportedImageFormatError } from './certificate.errors';
import { probeImage, type ImageFormat } from './image-probe';
import { reencodePng } from './png-image';

type DesignTexts = Pick<CertificateDesign, 'title' | 'text' | 'signature_name' | 'signature_role' | 'accent'>;
export type DesignChange = Partial<DesignTexts> & { row_version?: number | undefined };

const DEFAULT_DESIGN = {
  title: null,
  text: null,
  signature_name: null,
  signature_role: null,
  accent: CERTIFICATE_ACCENT_DEFAULT,
  logo_file: null,
  logo_format: null,
  signature_file: null,
  signature_format: null,
};
const MEDIA_TYPES: Readonly<Record<ImageFormat, string>> = { png: 'image/png', jpg: 'image/jpeg' };

/** The certificate design of a customer: texts and colour in a row, images in file storage. */
@Injectable()
export class CertificateDesignsService {
  constructor(
    @InjectTenantRepository(CertificateDesign) private readonly designs: TenantRepository<CertificateDesign>,
    private readonly fileStorage: FileStorage,
    private readonly pendingFilesService: PendingFilesService,
    private readonly queries: TenantQueries,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
    private readonly logger: AppLogger,
  ) {}

  async read(tenant: Tenant): Promise<CertificateDesignResponse> {
    const storedDesign = await this.designs.findOne(tenant, {});
    const { logo_file, signature_file, ...design } = storedDesign ?? DEFAULT_DESIGN;
    return {
      ...pickTexts(design),
      has_logo: logo_file !== null,
      has_signature: signature_file !== null,
      row_version: storedDesign?.row_version ?? 1,
    };
  }

  /** Omitted fields stay. @throws StaleRecordError */
  async change(tenant: Tenant, { row_version, ...fields }: DesignChange): Promise<CertificateDesignResponse> {
    const change = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    return this.transactions.run(async () => {
      const before = await this.read(tenant);
      await this.designs.insertMissing(tenant, [DEFAULT_DESIGN]);
      await this.designs.updateVersioned(tenant, {}, change, row_version);
      const changed = omitUnchanged(before, change);
      // No audit entry without a change.
      if (Object.keys(changed).length) await this.recordAudit(tenant, pickFields(before, changed), changed);
      return this.read(tenant);
    });
  }

  /**
   * Replaces an image. A PNG is re-encoded. The file is stored before the row names it, and the previous file is
   * deleted after the commit. @throws UnsupportedImageFormatError, ImageTooLargeError, StorageUnavailableError
   */
  async putImage(tenant: Tenant, imageKind: CertificateImage, source: Readable): Promise<CertificateDesignResponse> {
    const bytes = await readLimited(source, CERTIFICATE_IMAGE_BYTES_MAX);
    const image = probeImage(bytes);
    if (!image) throw new UnsupportedImageFormatError();
    if (Math.max(image.width, image.height) > CERTIFICATE_IMAGE_SIDE_MAX) throw new ImageTooLargeError();
    const content = image.format === 'png' ? await reencodePng(image) : image.bytes;
    if (!content) throw new UnsupportedImageFormatError();
    const file = newId(this.clock.now());
    const key = imageKey(tenant, file, image.format);
    await this.pendingFilesService.register(tenant, key);
    await this.fileStorage.put(key, Readable.from([content]));
    await this.pendingFilesService.commit(tenant, key, () => this.replaceImage(tenant, imageKind, file, image.format));
    return this.read(tenant);
  }

  /** Idempotent. */
  removeImage(tenant: Tenant, imageKind: CertificateImage): Promise<CertificateDesignResponse> {
    return this.replaceImage(tenant, imageKind, null, null);
  }

  /** @throws NotFoundError, StorageUnavailableError */
  async image(tenant: Tenant, imageKind: CertificateImage): Promise<{ type: string; content: Readable }> {
    const imageFile = imageFileOf((await this.designs.findOne(tenant, {})) ?? DEFAULT_DESIGN, imageKind);
    if (!imageFile) throw new NotFoundError('picture');
    return {
      type: MEDIA_TYPES[imageFile.format],
      content: await this.fileStorage.get(imageKey(tenant, imageFile.file, imageFile.format)),
    };
  }

  /** Texts and images for drawing. */
  async loadForDrawing(tenant: Tenant): Promise<DesignTexts & { logo: Buffer | null; signature: Buffer | null }> {
    const design = (await this.designs.findOne(tenant, {})) ?? DEFAULT_DESIGN;
    const [logo, signature] = await Promise.all(
      (['logo', 'signature'] as const).map(async (imageKind) => {
        const imageFile = imageFileOf(design, imageKind);
        return imageFile && this.readImage(imageKey(tenant, imageFile.file, imageFile.format));
      }),
    );
    return { ...pickTexts(design), logo: logo ?? null, signature: signature ?? null };
  }

  /**
   * @returns null if the file is missing: this is logged, and the certificate is drawn without the image
   * @throws StorageUnavailableError: the file may exist, so no certificate is drawn without it
   */
  private async readImage(key: string): Promise<Buffer | null> {
    if (await this.fileStorage.head(key)) return buffer(await this.fileStorage.get(key));
    this.logger.fault(new Error('A certificate image is missing in the file storage'), { key });
    return null;
  }

  async customerName(tenant: Tenant): Promise<string> {
    const [row] = await this.queries.rows<{ customer_name: string }>(
      tenant,
      'SELECT c.customer_name AS customer_name FROM customer c WHERE c.customer_id = :customer_id',
    );
    return row?.customer_name ?? '';
  }

  private async replaceImage(
    tenant: Tenant,
    imageKind: CertificateImage,
    file: string | null,
    format: ImageFormat | null,
  ) {
    return this.transactions.run(async () => {
      await this.designs.insertMissing(tenant, [DEFAULT_DESIGN]);
      const before = (await this.designs.findOne(tenant, {}))!;
      const previousFile = imageFileOf(before, imageKind);
      if (previousFile || file) {
        await this.designs.update(tenant, {}, { [`${imageKind}_file`]: file, [`${imageKind}_format`]: format });
        await this.recordAudit(tenant, { [imageKind]: previousFile?.format ?? null }, { [imageKind]: format });
      }
      if (previousFile)
        this.transactions.afterCommit(() =>
          this.removeQuietly(imageKey(tenant, previousFile.file, previousFile.format)),
        );
      return this.read(tenant);
    });
  }

  private recordAudit(tenant: Tenant, before: object, after: object): Promise<void> {
    return this.audit.record(
      buildAuditEntry(tenant, 'settings.certificates', String(tenant.customer_id), before, after),
    );
  }

  /** Never fails: a leftover file costs only disk space. */
  private removeQuietly(key: string): void {
    void this.fileStorage.remove(key).catch(() => undefined);
  }
}

const imageKey = ({ customer_id }: Tenant, file: string, format: ImageFormat): string =>
  `${customer_id}/certificates/${file}.${format}`;

const pickTexts = ({ title, text, signature_name, signature_role, accent }: DesignTexts): DesignTexts => ({
  title,
  text,
  signature_name,
  signature_role,
  accent,
});

function imageFileOf(
  design: Omit<CertificateDesign, keyof DesignTexts | 'customer_id' | 'created_at' | 'updated_at' | 'row_version'>,
  imageKind: CertificateImage,
) {
  const file = design[`${imageKind}_file`];
  const format = design[`${imageKind}_format`];
  return file && format ? { file, format } : null;
}

/** @throws ImageTooLargeError as soon as the limit is exceeded */
async function readLimited(source: Readable, limit: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of source as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > limit) throw new ImageTooLargeError();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
