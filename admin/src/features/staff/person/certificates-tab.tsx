import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useModule } from '@/crud/crud-context';
import { narrowedTo } from '@/crud/list/narrowed-to';
import { ResourceList } from '@/crud/list/resource-list';
import { StatePanel } from '@/components/state-panels';

/** All certificates of one person, expired ones included. */
export function CertificatesTab({ staffId }: { staffId: string }) {
  const { t } = useTranslation();
  const baseModule = useModule('certificates');
  const module = useMemo(() => baseModule && narrowedTo(baseModule, 'staff_id', {}), [baseModule]);
  if (!module) return null;
  return (
    <ResourceList
      embedded
      module={module}
      baseFilters={[{ field: 'staff_id', operator: 'eq', value: staffId }]}
      emptyState={<StatePanel drawing="empty" title={t('person.tabs.certificates')} text={t('certificates.empty')} />}
    />
  );
}
