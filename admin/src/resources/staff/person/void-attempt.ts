import type { AttemptRow } from '@contract/attempts.resource';
import { withPart } from '@/client/text-files';
import { currentRole } from '@/client/who';
import { later } from '@/kit/later';

export const VoidAttemptDialog = later(() =>
  withPart(
    'corrections',
    import('../../corrections/void-attempt-dialog').then((m) => m.VoidAttemptDialog),
  ),
);

export const mayVoid = ({ status }: Pick<AttemptRow, 'status'>): boolean =>
  currentRole() === 'admin' && status !== 'voided';
