import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import {
  CERTIFICATE_ACCENT,
  CERTIFICATE_IMAGE_BYTES,
  CERTIFICATE_IMAGE_SIDE,
  type CertificateDesignAnswer,
  type CertificateImage,
} from '../contract/certificate-design';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { NotFound } from '../platform/errors/app-error';
import { Files } from '../platform/files/files';
import { newId } from '../platform/ids';
import { Log } from '../platform/logging/log';
import { auditEntry, differing, sameFields } from '../tenancy/audit-entry';
import { PendingFiles } from '../tenancy/pending-files';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { CertificateDesign } from './certificate-design.entity';
import { ImageTooLarge, NoImage } from './certificate.errors';
import { probedImage, type ImageFormat } from './image-probe';
import { plainPng } from './png-picture';

type Words = Pick<CertificateDesign, 'title' | 'text' | 'signature_name' | 'signature_role' | 'accent'>;
export type DesignChange = Partial<Words> & { row_version?: number | undefined };

const AT_FIRST = {
  ...{ title: null, text: null, signature_name: null, signature_role: null, accent: CERTIFICATE_ACCENT },
  ...{ logo_file: null, logo_format: null, signature_file: null, signature_format: null },
};
const TYPES: Readonly<Record<ImageFormat, string>> = { png: 'image/png', jpg: 'image/jpeg' };

/** What an organisation's certificates look like: its words and colour in a row, its pictures where files are kept. */
@Injectable()
export class CertificateDesigns {
  constructor(
    @Records(CertificateDesign) private readonly designs: TenantRepository<CertificateDesign>,
    private readonly files: Files,
    private readonly pendingFiles: PendingFiles,
    private readonly queries: TenantQueries,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async read(tenant: Tenant): Promise<CertificateDesignAnswer> {
    const kept = await this.designs.one(tenant, {});
    const { logo_file, signature_file, ...design } = kept ?? AT_FIRST;
    return {
      ...wordsOf(design),
      has_logo: logo_file !== null,
      has_signature: signature_file !== null,
      row_version: kept?.row_version ?? 1,
    };
  }

  /** What is left out stays. @throws Stale */
  async change(tenant: Tenant, { row_version, ...asked }: DesignChange): Promise<CertificateDesignAnswer> {
    const change = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
    return this.transactions.run(async () => {
      const was = await this.read(tenant);
      await this.designs.insertMissing(tenant, [AT_FIRST]);
      await this.designs.change(tenant, {}, change, row_version);
      const other = differing(was, change);
      // The same again is no event.
      if (Object.keys(other).length) await this.tell(tenant, sameFields(was, other), other);
      return this.read(tenant);
    });
  }

  /**
   * Takes the place of the picture before it. Of a PNG a file of our own is kept, with the same picture. The file is kept
   * before the row names it; the one before is deleted after the row stopped naming it. @throws NoImage, ImageTooLarge, StorageAway
   */
  async putImage(tenant: Tenant, place: CertificateImage, source: Readable): Promise<CertificateDesignAnswer> {
    const bytes = await atMost(source, CERTIFICATE_IMAGE_BYTES);
    const image = probedImage(bytes);
    if (!image) throw new NoImage();
    if (Math.max(image.width, image.height) > CERTIFICATE_IMAGE_SIDE) throw new ImageTooLarge();
    const kept = image.format === 'png' ? await plainPng(image) : image.bytes;
    if (!kept) throw new NoImage();
    const file = newId(this.clock.now());
    const key = keyOf(tenant, file, image.format);
    await this.pendingFiles.register(tenant, key);
    await this.files.put(key, Readable.from([kept]));
    await this.pendingFiles.commit(tenant, key, () => this.place(tenant, place, file, image.format));
    return this.read(tenant);
  }

  /** What is gone already is fine. */
  removeImage(tenant: Tenant, place: CertificateImage): Promise<CertificateDesignAnswer> {
    return this.place(tenant, place, null, null);
  }

  /** @throws NotFound, StorageAway */
  async image(tenant: Tenant, place: CertificateImage): Promise<{ type: string; content: Readable }> {
    const kept = keptImage((await this.designs.one(tenant, {})) ?? AT_FIRST, place);
    if (!kept) throw new NotFound('picture');
    return { type: TYPES[kept.format], content: await this.files.get(keyOf(tenant, kept.file, kept.format)) };
  }

  /** Words and pictures, to be drawn. */
  async look(tenant: Tenant): Promise<Words & { logo: Buffer | null; signature: Buffer | null }> {
    const design = (await this.designs.one(tenant, {})) ?? AT_FIRST;
    const [logo, signature] = await Promise.all(
      (['logo', 'signature'] as const).map(async (place) => {
        const kept = keptImage(design, place);
        return kept && this.picture(keyOf(tenant, kept.file, kept.format));
      }),
    );
    return { ...wordsOf(design), logo: logo ?? null, signature: signature ?? null };
  }

  /**
   * null: it is not where it was kept; somebody looks at the log, and whoever learned gets the certificate without it.
   * @throws StorageAway: it may be there, and nobody gets a certificate that lacks it
   */
  private async picture(key: string): Promise<Buffer | null> {
    if (await this.files.head(key)) return buffer(await this.files.get(key));
    this.log.fault(new Error('A picture of certificates is not where it was kept'), { key });
    return null;
  }

  async organisationName(tenant: Tenant): Promise<string> {
    const [row] = await this.queries.rows<{ customer_name: string }>(
      tenant,
      'SELECT c.customer_name AS customer_name FROM customer c WHERE c.customer_id = :customer_id',
    );
    return row?.customer_name ?? '';
  }

  private async place(tenant: Tenant, place: CertificateImage, file: string | null, format: ImageFormat | null) {
    return this.transactions.run(async () => {
      await this.designs.insertMissing(tenant, [AT_FIRST]);
      const was = (await this.designs.one(tenant, {}))!;
      const kept = keptImage(was, place);
      if (kept || file) {
        await this.designs.update(tenant, {}, { [`${place}_file`]: file, [`${place}_format`]: format });
        await this.tell(tenant, { [place]: kept?.format ?? null }, { [place]: format });
      }
      if (kept) this.transactions.afterCommit(() => this.forget(keyOf(tenant, kept.file, kept.format)));
      return this.read(tenant);
    });
  }

  private tell(tenant: Tenant, was: object, became: object): Promise<void> {
    return this.audit.record(auditEntry(tenant, 'settings.certificates', String(tenant.customer_id), was, became));
  }

  /** Never fails: a file that stays behind costs disk, not truth. */
  private forget(key: string): void {
    void this.files.remove(key).catch(() => undefined);
  }
}

const keyOf = ({ customer_id }: Tenant, file: string, format: ImageFormat): string =>
  `${customer_id}/certificates/${file}.${format}`;

const wordsOf = ({ title, text, signature_name, signature_role, accent }: Words): Words => ({
  ...{ title, text, signature_name, signature_role, accent },
});

function keptImage(
  design: Omit<CertificateDesign, keyof Words | 'customer_id' | 'created_at' | 'updated_at' | 'row_version'>,
  place: CertificateImage,
) {
  const file = design[`${place}_file`];
  const format = design[`${place}_format`];
  return file && format ? { file, format } : null;
}

/** @throws ImageTooLarge with the first byte too many */
async function atMost(source: Readable, limit: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of source as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > limit) throw new ImageTooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
