import { lazyComponent } from '@/components/lazy-component';

export const LazyCertificateDesignSettings = lazyComponent(() =>
  import('./certificate-design-settings').then((m) => m.CertificateDesignSettings),
);
