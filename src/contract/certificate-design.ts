import { described, fields, flag, orNull, text, whole, type Of } from './answer';

/** Pictures on a certificate. */
export const CERTIFICATE_IMAGES = ['logo', 'signature'] as const;
export type CertificateImage = (typeof CERTIFICATE_IMAGES)[number];
/** Bytes of one; and pixels of its sides, for each is unpacked whenever a certificate is drawn. */
export const CERTIFICATE_IMAGE_BYTES = 500_000;
export const CERTIFICATE_IMAGE_SIDE = 1600;

/** Characters of what an organisation writes on its certificates. */
export const CERTIFICATE_TEXT_MAX = { title: 60, text: 400, signature_name: 100, signature_role: 100 } as const;
export const CERTIFICATE_ACCENT = '#403098';

/** `GET` and `PATCH /api/settings/certificates` */
export const certificateDesignAnswer = fields({
  title: described(orNull(text), 'Heading; null: “Certificate” in the organisation’s language.'),
  text: described(orNull(text), 'Custom text below the training; null: none.'),
  signature_name: described(orNull(text), 'Name of the signatory; null: none.'),
  signature_role: described(orNull(text), 'Position of the signatory; null: none.'),
  accent: described(text, 'The colour of title and frame, `#rrggbb`.'),
  has_logo: described(flag, 'Whether there is a logo.'),
  has_signature: described(flag, 'Whether there is a signature image.'),
  row_version: whole,
});
export type CertificateDesignAnswer = Of<typeof certificateDesignAnswer>;
