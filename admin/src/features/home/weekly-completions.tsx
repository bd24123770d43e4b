import { useTranslation } from 'react-i18next';
import type { TotalsResponse } from '@contract/dashboard.responses';
import { formatCount, formatDay } from '@/components/format';

/** There is not enough room to label every week. */
const LABEL_EVERY = 4;

/** Completions by week. The last week is not over. */
export function WeeklyCompletions({ weeks }: { weeks: NonNullable<TotalsResponse['completions']> }) {
  const { t, i18n } = useTranslation();
  const maxAmount = Math.max(...weeks.map(({ amount }) => amount));
  const day = (week: string) => formatDay(week, i18n.language, 'row');
  const count = (amount: number) => formatCount(amount, i18n.language);
  return (
    <section className="sg-card" aria-labelledby="weeks">
      <h2 id="weeks">{t('home.learning.weeks')}</h2>
      {maxAmount === 0 ? (
        <p>{t('home.learning.no_completions', { count: weeks.length })}</p>
      ) : (
        <ol className="sg-flex sg-gap-4 sg-weeks">
          {weeks.map(({ week, amount }, at) => (
            <li key={week} title={t('home.learning.week_of', { day: day(week), amount: count(amount) })}>
              <span className="sg-visually-hidden">
                {t('home.learning.week_of', { day: day(week), amount: count(amount) })}
              </span>
              <span className="sg-number" aria-hidden="true">
                {count(amount)}
              </span>
              <i style={{ blockSize: `${(amount / maxAmount) * 96}px` }} />
              <small aria-hidden="true">{(weeks.length - 1 - at) % LABEL_EVERY === 0 ? day(week) : ''}</small>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
