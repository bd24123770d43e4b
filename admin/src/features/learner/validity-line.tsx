import { useTranslation } from 'react-i18next';
import { useAccount } from '@/crud/crud-context';
import { todayIn } from '@/components/dates';
import { formatDay } from '@/components/format';
import { validityOf, type Learning } from './learning';

/**
 * "Valid until 2 Mar 2027 · renew from 31 Jan 2027" of the latest completion.
 * Renders nothing if it never expires. Levels end in the customer's time zone.
 */
export function ValidityLine({ learning }: { learning: Learning }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const validity = validityOf(learning, todayIn(time_zone));
  if (!validity) return null;
  const day = (date: string) => formatDay(date, i18n.language);
  if (validity.isExpired)
    return (
      <p className="kit-tone-error sg-toned">
        <span aria-hidden="true">! </span>
        {t('learner.lasts.expired', { day: day(validity.valid_until) })}
      </p>
    );
  return (
    <p className="sg-soft">
      {t('learner.lasts.until', { day: day(validity.valid_until) })}
      {validity.renew_from && ` · ${t('learner.lasts.renew_from', { day: day(validity.renew_from) })}`}
    </p>
  );
}
