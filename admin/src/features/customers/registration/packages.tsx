import { TeamOutlined, ReadOutlined } from '@ant-design/icons';
import { Alert, Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { OfferedPackage } from '@contract/package.responses';
import { formatCount, formatMoney } from '@/components/format';

export type PackagesState =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'here'; packages: readonly OfferedPackage[] };

/** Package cards with native radio buttons, for keyboard and screen readers. */
export function PackagePicker(props: {
  state: PackagesState;
  value: string | null;
  onChange: (id: string) => void;
  onRetry: () => void;
}) {
  const { t } = useTranslation();
  const { state } = props;
  return (
    <fieldset className="sg-reg-section">
      <legend>{t('registration.packages')}</legend>
      {state.status === 'loading' && (
        <div className="sg-tiles-200 sg-stack sg-gap-16" role="status" aria-label={t('registration.packages_loading')}>
          {[1, 2, 3].map((n) => (
            <div key={n} className="sg-package sg-panel sg-col sg-gap-8">
              <Skeleton active paragraph={{ rows: 3 }} title={{ width: '50%' }} />
            </div>
          ))}
        </div>
      )}
      {state.status === 'failed' && (
        <Alert
          type="error"
          showIcon
          role="alert"
          message={`${t('registration.packages_failed')} ${state.message}`}
          action={<Button onClick={props.onRetry}>{t('shell.retry')}</Button>}
        />
      )}
      {state.status === 'here' && state.packages.length === 0 && <p>{t('registration.packages_none')}</p>}
      {state.status === 'here' && state.packages.length > 0 && (
        <div className="sg-tiles-200 sg-stack sg-gap-16">
          {state.packages.map((offer) => (
            <PackageCard
              key={offer.subscription_id}
              offer={offer}
              checked={props.value === String(offer.subscription_id)}
              onChoose={() => props.onChange(String(offer.subscription_id))}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}

function PackageCard({ offer, checked, onChoose }: { offer: OfferedPackage; checked: boolean; onChoose: () => void }) {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const periodKey = `registration.per.${offer.subscription_type.toLowerCase()}`;
  const limitText = (count: number | null, key: string) =>
    count === null
      ? t(`registration.${key}_free`)
      : t(`registration.${key}`, { count, replace: { count: formatCount(count, language) } });
  const price = formatMoney(offer.subscription_price, offer.currency, language).replace(/[.,]00(?=\D*$)/, '');
  return (
    <label className="sg-package sg-choice sg-col sg-gap-8" data-chosen={checked} data-recommended={offer.recommended}>
      <span className="sg-row sg-gap-12">
        <input
          type="radio"
          name="subscription_id"
          value={offer.subscription_id}
          checked={checked}
          onChange={onChoose}
        />
        <span className="sg-package-name sg-semi">{offer.subscription_name}</span>
        {offer.recommended && <span className="sg-pill sg-ribbon">{t('registration.recommended')}</span>}
      </span>
      <span className="sg-package-price sg-soft">
        <strong>{offer.subscription_price === 0 ? t('registration.free') : price}</strong>{' '}
        <span>{i18n.exists(periodKey) ? t(periodKey) : offer.subscription_type}</span>
      </span>
      <span className="sg-flex sg-gap-8">
        <TeamOutlined aria-hidden className="sg-soft" /> {limitText(offer.no_of_staff, 'staff')}
      </span>
      <span className="sg-flex sg-gap-8">
        <ReadOutlined aria-hidden className="sg-soft" /> {limitText(offer.no_of_training, 'training')}
      </span>
    </label>
  );
}
