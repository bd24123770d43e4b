import { loadAllTexts } from '@/components/i18n';

let started = false;

/** Prefetches the workspace while the user types on the sign-in page. */
export function fetchAhead(): void {
  if (started) return;
  started = true;
  const parts = [import('@/theme/antd-theme'), import('./workspace'), import('@/features/home/home'), loadAllTexts()];
  // A page that needs one asks for it again, and reports what is wrong.
  for (const part of parts) part.catch(() => undefined);
}
