import type { AttemptRow } from '@contract/attempts.resource';
import type { Role } from '@contract/resource';
import { later } from '@/components/later';

export const VoidAttemptDialog = later(() =>
  import('@/features/corrections/void-attempt-dialog').then((m) => m.VoidAttemptDialog),
);

export const mayVoid = ({ status }: Pick<AttemptRow, 'status'>, role: Role | null): boolean =>
  role === 'admin' && status !== 'voided';
