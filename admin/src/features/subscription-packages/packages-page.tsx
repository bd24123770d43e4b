import { ReadOutlined, TeamOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { DEFAULT_LIMIT } from '@contract/subscription-rules';
import type { OfferedPackage } from '@contract/package-answers';
import { useApiQuery } from '@/api/use-api-query';
import { formatMoney } from '@/components/format';
import { PageHeader } from '@/components/page-header';
import { RouteTabs } from '@/crud/show/related-tabs';
import { useRemovals } from '@/crud/removal/removals';
import { ResourceList } from '@/crud/list/resource-list';
import { FailedState } from '@/components/states';
import { subscriptionPackagesModule } from './index';
import './packages.css';

/** What is offered, as the cards of the registration show it; below it the list in which packages are kept. */
export function PackagesPage() {
  const { t } = useTranslation();
  const removed = useRemovals('subscription-packages');
  const offered = useApiQuery('subscription-packages/offered');
  return (
    <>
      <PageHeader title={t('subscription-packages.title')} sentence={t('subscription-packages.sentence')} />
      <RouteTabs />
      <section className="pack-offer sg-mb-24" aria-label={t('subscription-packages.offered')}>
        <h2>{t('subscription-packages.offered')}</h2>
        {offered.isError && <FailedState error={offered.error} retry={() => void offered.refetch()} />}
        <ul className="sg-tiles sg-stack sg-gap-16">
          {offered.data
            ?.filter(({ subscription_id }) => !removed.has(String(subscription_id)))
            .map((offer) => (
              <Card key={offer.subscription_id} offer={offer} />
            ))}
        </ul>
        {offered.data?.length === 0 && <p className="sg-faint">{t('subscription-packages.none_offered')}</p>}
      </section>
      <ResourceList module={subscriptionPackagesModule} embedded />
    </>
  );
}

function Card({ offer }: { offer: OfferedPackage }) {
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
        <TeamOutlined aria-hidden /> {t('subscription-packages.staff', { count: offer.no_of_staff ?? DEFAULT_LIMIT })}
      </span>
      <span>
        <ReadOutlined aria-hidden />{' '}
        {t('subscription-packages.trainings', { count: offer.no_of_training ?? DEFAULT_LIMIT })}
      </span>
    </li>
  );
}
