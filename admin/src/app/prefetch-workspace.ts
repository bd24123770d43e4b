import { loadAllTexts } from '@/components/i18n';

let started = false;

/** Prefetches the workspace while the user types on the sign-in page. */
export function prefetchWorkspace(): void {
  if (started) return;
  started = true;
  const parts = [import('@/theme/antd-theme'), import('./workspace'), import('@/features/home/home'), loadAllTexts()];
  // Ignored here: the page that needs the chunk imports it again and reports the error.
  for (const part of parts) part.catch(() => undefined);
}
