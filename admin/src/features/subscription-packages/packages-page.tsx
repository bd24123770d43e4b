import { ReadOutlined, TeamOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { PLAN_LIMIT_DEFAULT } from '@contract/subscription-limits';
import type { OfferedPackage } from '@contract/package.responses';
import { useApiQuery } from '@/api/use-api-query';
import { formatMoney } from '@/components/format';
import { PageHeader } from '@/components/page-header';
import { RouteTabs } from '@/crud/show/related-tabs';
import { usePendingRemovals } from '@/crud/removal/pending-removals';
import { ResourceList } from '@/crud/list/resource-list';
import { FailedState } from '@/components/state-panels';
import { subscriptionPackagesModule } from './index';
import './packages.css';

/** Offered packages as cards, as in the registration, and the list of all packages. */
export function PackagesPage() {
  const { t } = useTranslation();
  const removedIds = usePendingRemovals('subscription-packages');
  const offerQuery = useApiQuery('subscription-packages/offered');
  return (
    <>
      <PageHeader title={t('subscription-packages.title')} sentence={t('subscription-packages.sentence')} />
      <RouteTabs />
      <section className="pack-offer sg-mb-24" aria-label={t('subscription-packages.offered')}>
        <h2>{t('subscription-packages.offered')}</h2>
        {offerQuery.isError && <FailedState error={offerQuery.error} retry={() => void offerQuery.refetch()} />}
        <ul className="sg-tiles sg-stack sg-gap-16">
          {offerQuery.data
            ?.filter(({ subscription_id }) => !removedIds.has(String(subscription_id)))
            .map((offer) => (
              <PackageCard key={offer.subscription_id} offer={offer} />
            ))}
        </ul>
        {offerQuery.data?.length === 0 && <p className="sg-faint">{t('subscription-packages.none_offered')}</p>}
      </section>
      <ResourceList module={subscriptionPackagesModule} embedded />
    </>
  );
}

function PackageCard({ offer }: { offer: OfferedPackage }) {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const price = formatMoney(offer.subscription_price, offer.currency, language).replace(/[.,]00(?=\D*$)/, '');
  return (
    <li className="sg-card pack-card sg-stack sg-gap-8" data-recommended={offer.recommended}>
      <strong>{offer.subscription_name}</strong>
      {offer.recommended && <span className="sg-pill sg-ribbon">{t('subscription-packages.fields.recommended')}</span>}
      <span className="pack-price">
        <strong className="sg-number">{price}</strong> {t(`subscription-packages.per.${offer.subscription_type}`)}
      </span>
      <span>
        <TeamOutlined aria-hidden />{' '}
        {t('subscription-packages.staff', { count: offer.no_of_staff ?? PLAN_LIMIT_DEFAULT })}
      </span>
      <span>
        <ReadOutlined aria-hidden />{' '}
        {t('subscription-packages.trainings', { count: offer.no_of_training ?? PLAN_LIMIT_DEFAULT })}
      </span>
    </li>
  );
}
