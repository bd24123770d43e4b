import { idFromBytes } from '../../common/ids';

/** Paths of certificate images, in the layout of certificate-designs.service.ts. */
export const storedCertificateImages = (['logo', 'signature'] as const).map((imageKind) => ({
  sql: `SELECT customer_id, ${imageKind}_file, ${imageKind}_format FROM certificate_design WHERE ${imageKind}_file IS NOT NULL`,
  path: (row: Record<string, unknown>): string =>
    `${String(row['customer_id'])}/certificates/${idFromBytes(Buffer.from(row[`${imageKind}_file`] as Uint8Array))}.${String(row[`${imageKind}_format`])}`,
}));
