import { withDescription, objectOf, flag, nullable, text, integer, type Infer } from './response-schema';

export const CERTIFICATE_IMAGES = ['logo', 'signature'] as const;
export type CertificateImage = (typeof CERTIFICATE_IMAGES)[number];
/** Bytes of one image, and pixels per side: each is decoded whenever a certificate is rendered. */
export const CERTIFICATE_IMAGE_BYTES_MAX = 500_000;
export const CERTIFICATE_IMAGE_SIDE_MAX = 1600;

/** Maximum characters of each custom text on a certificate. */
export const CERTIFICATE_TEXT_MAX = { title: 60, text: 400, signature_name: 100, signature_role: 100 } as const;
export const CERTIFICATE_ACCENT_DEFAULT = '#403098';

/** `GET` and `PATCH /api/settings/certificates` */
export const certificateDesignSchema = objectOf({
  title: withDescription(nullable(text), 'Heading; null: “Certificate” in the organisation’s language.'),
  text: withDescription(nullable(text), 'Custom text below the training; null: none.'),
  signature_name: withDescription(nullable(text), 'Name of the signatory; null: none.'),
  signature_role: withDescription(nullable(text), 'Position of the signatory; null: none.'),
  accent: withDescription(text, 'The colour of title and frame, `#rrggbb`.'),
  has_logo: withDescription(flag, 'Whether there is a logo.'),
  has_signature: withDescription(flag, 'Whether there is a signature image.'),
  row_version: integer,
});
export type CertificateDesignResponse = Infer<typeof certificateDesignSchema>;
