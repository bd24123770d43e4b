import { useTranslation } from 'react-i18next';
import { useMe } from '@/crud/kit-context';
import { todayIn } from '@/components/dates';
import { formatDay } from '@/components/format';
import { lastingOf, type Learning } from './learning';

/** "Valid until 2 Mar 2027 · renew from 31 Jan 2027": of what was completed last; nothing where it lasts for ever. Levels end in the organisation's time zone. */
export function LastsLine({ learning }: { learning: Learning }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  const lasts = lastingOf(learning, todayIn(time_zone));
  if (!lasts) return null;
  const day = (of: string) => formatDay(of, i18n.language);
  if (lasts.isOver)
    return (
      <p className="kit-tone-error sg-toned">
        <span aria-hidden="true">! </span>
        {t('learner.lasts.expired', { day: day(lasts.valid_until) })}
      </p>
    );
  return (
    <p className="sg-soft">
      {t('learner.lasts.until', { day: day(lasts.valid_until) })}
      {lasts.renew_from && ` · ${t('learner.lasts.renew_from', { day: day(lasts.renew_from) })}`}
    </p>
  );
}
