import type { AttemptRow } from '@contract/attempts.resource';
import type { Role } from '@contract/resource';
import { lazyComponent } from '@/components/lazy-component';

export const VoidAttemptDialog = lazyComponent(() =>
  import('@/features/corrections/void-attempt-dialog').then((m) => m.VoidAttemptDialog),
);

export const canVoidAttempt = ({ status }: Pick<AttemptRow, 'status'>, role: Role | null): boolean =>
  role === 'admin' && status !== 'voided';
