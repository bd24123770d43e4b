import { idFromBytes } from '../platform/ids';

/** Pictures on certificates, as certificate-designs.service.ts lays them out. */
export const keptPictures = (['logo', 'signature'] as const).map((place) => ({
  sql: `SELECT customer_id, ${place}_file, ${place}_format FROM certificate_design WHERE ${place}_file IS NOT NULL`,
  path: (row: Record<string, unknown>): string =>
    `${String(row['customer_id'])}/certificates/${idFromBytes(Buffer.from(row[`${place}_file`] as Uint8Array))}.${String(row[`${place}_format`])}`,
}));
