import { later } from '@/components/later';

/** The part of the settings, fetched when somebody looks at them. */
export const CertificateDesignPart = later(() => import('./design-part').then((m) => m.DesignPart));
