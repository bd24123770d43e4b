import type { AttemptRow } from '@contract/attempts.resource';
import { currentRole } from '@/client/who';
import { later } from '@/kit/later';

export const VoidAttemptDialog = later(() =>
  import('../../corrections/void-attempt-dialog').then((m) => m.VoidAttemptDialog),
);

export const mayVoid = ({ status }: Pick<AttemptRow, 'status'>): boolean =>
  currentRole() === 'admin' && status !== 'voided';
