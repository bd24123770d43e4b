import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '@/api/use-session';
import { todayIn } from '@/components/dates';
import { useMe, useModule } from '@/crud/kit-context';
import type { ResourceModule } from '@/crud/module';
import { narrowedTo } from '@/crud/list/narrowed-to';
import { ResourceList } from '@/crud/list/resource-list';
import { StatePanel } from '@/components/states';
import { TrainingLinkCell } from './training-link.cell';

const ofEvidence = (known: ResourceModule, records: boolean): ResourceModule => ({
  ...narrowedTo(known, 'staff_id', { shown: ['training_id'], ...(!records && { create: false }) }),
  cells: { ...known.cells, training_id: TrainingLinkCell },
  links: ['training_id'],
  widths: { ...known.widths, skill_id: 210, training_id: 220, kind: 120 },
  priorities: { skill_id: 1, level: 1, state: 1, valid_until: 1, training_id: 2 },
});

/** The ledger of one person: what proves their levels, and what waits for its sign-off with the decision in its menu. */
export function EvidenceTab({ staffId }: { staffId: string }) {
  const { role, user } = useSession();
  const { t } = useTranslation();
  const known = useModule('skill-evidence');
  const { time_zone } = useMe();
  const isUser = role === 'user';
  // People rate themselves; nobody else's rating is a user's to record.
  const records = !isUser || user?.staff_id === staffId;
  const module = useMemo(() => known && ofEvidence(known, records), [known, records]);
  const preset = useMemo(
    () => ({
      kind: isUser ? 'self' : 'assessment',
      effective_date: todayIn(time_zone),
      staff_id: staffId,
    }),
    [staffId, isUser, time_zone],
  );
  if (!module) return null;
  return (
    <ResourceList
      embedded
      module={module}
      within={[{ field: 'staff_id', operator: 'eq', value: staffId }]}
      preset={preset}
      {...(!records && {
        none: <StatePanel drawing="empty" title={t('skill-evidence.none')} text={t('person.none.evidence')} />,
      })}
    />
  );
}
