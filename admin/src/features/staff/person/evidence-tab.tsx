import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '@/api/use-session';
import { todayIn } from '@/components/dates';
import { useAccount, useModule } from '@/crud/crud-context';
import type { ResourceModule } from '@/crud/resource-module';
import { narrowedTo } from '@/crud/list/narrowed-to';
import { ResourceList } from '@/crud/list/resource-list';
import { StatePanel } from '@/components/state-panels';
import { TrainingLinkCell } from './training-link.cell';

const toEvidenceModule = (baseModule: ResourceModule, canRecord: boolean): ResourceModule => ({
  ...narrowedTo(baseModule, 'staff_id', { shown: ['training_id'], ...(!canRecord && { create: false }) }),
  cells: { ...baseModule.cells, training_id: TrainingLinkCell },
  links: ['training_id'],
  widths: { ...baseModule.widths, skill_id: 210, training_id: 220, kind: 120 },
  priorities: { skill_id: 1, level: 1, state: 1, valid_until: 1, training_id: 2 },
});

/** The skill evidence of one person; the row menu decides on pending evidence. */
export function EvidenceTab({ staffId }: { staffId: string }) {
  const { role, user } = useSession();
  const { t } = useTranslation();
  const baseModule = useModule('skill-evidence');
  const { time_zone } = useAccount();
  const isUser = role === 'user';
  // A user may record evidence only for themselves.
  const canRecord = !isUser || user?.staff_id === staffId;
  const module = useMemo(() => baseModule && toEvidenceModule(baseModule, canRecord), [baseModule, canRecord]);
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
      baseFilters={[{ field: 'staff_id', operator: 'eq', value: staffId }]}
      preset={preset}
      {...(!canRecord && {
        emptyState: <StatePanel drawing="empty" title={t('skill-evidence.none')} text={t('person.none.evidence')} />,
      })}
    />
  );
}
