import type { AttemptRow } from '@contract/attempts.resource';
import { currentRole } from '@/api/who';
import { later } from '@/components/later';

export const VoidAttemptDialog = later(() =>
  import('@/features/corrections/void-attempt-dialog').then((m) => m.VoidAttemptDialog),
);

export const mayVoid = ({ status }: Pick<AttemptRow, 'status'>): boolean =>
  currentRole() === 'admin' && status !== 'voided';
