import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useSession } from '@/api/use-session';
import { PageHeader } from '@/components/page-header';
import { ReferenceSelect } from '@/crud/form/reference-select';
import { ResourceList } from '@/crud/list/resource-list';
import { useWords } from '@/components/words';
import { auditModule, ofOrganisation, ofPlatform } from './audit-module';
import './audit-events.css';

const ORGANISATION = auditModule(ofOrganisation);
const PLATFORM = auditModule(ofPlatform);

export function AuditPage() {
  const { role } = useSession();
  return role === 'platform' ? <OfEverybody /> : <ResourceList module={ORGANISATION} />;
}

/** All organisations, or the one that is chosen: looking at it is told in its own log. */
function OfEverybody() {
  const { t } = useTranslation();
  const words = useWords(ofPlatform);
  const [query, setQuery] = useSearchParams();
  const of = query.get('of');
  const within = useMemo(() => (of ? [{ field: 'customer_id', operator: 'eq' as const, value: of }] : []), [of]);
  const choose = (id: string | null) =>
    setQuery((current) => {
      const next = new URLSearchParams(current);
      for (const key of ['of', 'page', 'show']) next.delete(key);
      if (id) next.set('of', id);
      return next;
    });
  return (
    <>
      <PageHeader title={words.title} sentence={words.sentence} />
      <div className="audit-customer sg-stack sg-gap-4 sg-mb-16 sg-small sg-soft">
        <label htmlFor="audit-customer">{t('audit-events.customer')}</label>
        <ReferenceSelect
          id="audit-customer"
          resource="customers"
          value={of}
          placeholder={t('audit-events.customer_all')}
          onChange={(id) => choose(id as string | null)}
        />
      </div>
      <ResourceList key={of ?? ''} module={PLATFORM} within={within} embedded />
    </>
  );
}
