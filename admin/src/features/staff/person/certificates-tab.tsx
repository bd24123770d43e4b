import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useModule } from '@/crud/kit-context';
import { narrowedTo } from '@/crud/list/narrowed-to';
import { ResourceList } from '@/crud/list/resource-list';
import { StatePanel } from '@/components/states';

/** What one person got for what they completed, old ones too. */
export function CertificatesTab({ staffId }: { staffId: string }) {
  const { t } = useTranslation();
  const known = useModule('certificates');
  const module = useMemo(() => known && narrowedTo(known, 'staff_id', {}), [known]);
  if (!module) return null;
  return (
    <ResourceList
      embedded
      module={module}
      within={[{ field: 'staff_id', operator: 'eq', value: staffId }]}
      none={<StatePanel drawing="empty" title={t('person.tabs.certificates')} text={t('certificates.empty')} />}
    />
  );
}
