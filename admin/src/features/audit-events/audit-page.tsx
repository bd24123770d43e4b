import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useSession } from '@/api/use-session';
import { PageHeader } from '@/components/page-header';
import { ReferenceSelect } from '@/crud/form/reference-select';
import { ResourceList } from '@/crud/list/resource-list';
import { useResourceLabels } from '@/components/resource-labels';
import { createAuditModule, customerAuditDefinition, platformAuditDefinition } from './audit-module';
import './audit-events.css';

const CUSTOMER_MODULE = createAuditModule(customerAuditDefinition);
const PLATFORM_MODULE = createAuditModule(platformAuditDefinition);

export function AuditPage() {
  const { role } = useSession();
  return role === 'platform' ? <AllCustomersAudit /> : <ResourceList module={CUSTOMER_MODULE} />;
}

/** The events of all customers or of a selected one. Selecting a customer is recorded in its own log. */
function AllCustomersAudit() {
  const { t } = useTranslation();
  const labels = useResourceLabels(platformAuditDefinition);
  const [query, setQuery] = useSearchParams();
  const customerId = query.get('of');
  const customerFilter = useMemo(
    () => (customerId ? [{ field: 'customer_id', operator: 'eq' as const, value: customerId }] : []),
    [customerId],
  );
  const handleChoose = (id: string | null) =>
    setQuery((current) => {
      const next = new URLSearchParams(current);
      for (const key of ['of', 'page', 'show']) next.delete(key);
      if (id) next.set('of', id);
      return next;
    });
  return (
    <>
      <PageHeader title={labels.title} sentence={labels.sentence} />
      <div className="audit-customer sg-stack sg-gap-4 sg-mb-16 sg-small sg-soft">
        <label htmlFor="audit-customer">{t('audit-events.customer')}</label>
        <ReferenceSelect
          id="audit-customer"
          resource="customers"
          value={customerId}
          placeholder={t('audit-events.customer_all')}
          onChange={(id) => handleChoose(id as string | null)}
        />
      </div>
      <ResourceList key={customerId ?? ''} module={PLATFORM_MODULE} baseFilters={customerFilter} embedded />
    </>
  );
}
