import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useModule } from '@/kit/kit-context';
import { narrowedTo } from '@/kit/narrowed-to';
import { ResourceList } from '@/kit/resource-list';
import { StatePanel } from '@/kit/states';

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
