import { useTranslation } from 'react-i18next';
import { formatDay, formatPercent } from '@/components/format';
import { daysBetween } from '@/components/dates';

export const percentText = (value: number | string, language: string): string => formatPercent(Number(value), language);

export interface DueText {
  text: string;
  tone: 'error' | 'warning' | 'neutral';
}

/** "Due in 3 days · 24 Nov 2026". Dates that are near or past get a tone. */
export function useDueText(): (due: string, today: string, overdue: boolean) => DueText {
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
