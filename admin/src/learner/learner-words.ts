import { useTranslation } from 'react-i18next';
import { formatDay, formatPercent } from '@/kit/format';
import { daysBetween } from './learning';

/** Today as a calendar day in the zone. */
export const todayIn = (zone: string | undefined): string =>
  new Intl.DateTimeFormat('en-CA', zone ? { timeZone: zone } : {}).format(new Date());

const SECONDS = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

/** `10:42:07` of an ISO instant, in the zone; the language's digits. */
export const clockTime = (iso: string, language: string, zone: string | undefined): string =>
  new Intl.DateTimeFormat(language, { ...(zone && { timeZone: zone }), ...SECONDS }).format(new Date(iso));

export const percentWords = (value: number | string, language: string): string =>
  formatPercent(Number(value), language);

export interface DueWords {
  text: string;
  tone: 'error' | 'warning' | 'neutral';
}

/** "Due in 3 days · 24 Nov 2026"; near and past ones have a tone. */
export function useDueWords(): (due: string, today: string, overdue: boolean) => DueWords {
  const { t, i18n } = useTranslation();
  return (due, today, overdue) => {
    const days = daysBetween(today, due);
    const day = formatDay(due, i18n.language);
    if (overdue || days < 0)
      return {
        tone: 'error',
        text: days < 0 ? t('learner.due.over', { count: -days, day }) : t('learner.due.over_today', { day }),
      };
    if (days === 0) return { tone: 'warning', text: t('learner.due.today', { day }) };
    if (days <= 14)
      return { tone: days <= 3 ? 'warning' : 'neutral', text: t('learner.due.soon', { count: days, day }) };
    return { tone: 'neutral', text: t('learner.due.later', { day }) };
  };
}
