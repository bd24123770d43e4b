import { useTranslation } from 'react-i18next';
import { formatMinutes } from '@/components/format';

/** "30 min", "60 min: 30 min + 30 min extra", or that there is no limit. */
export function useTimeLimitText(): (limit: number | null, extra: number | null) => string {
  const { t, i18n } = useTranslation();
  const minutes = (value: number) => formatMinutes(value, i18n.language);
  return (limit, extra) => {
    if (limit === null) return t('learner.start.no_time');
    if (!extra) return minutes(limit);
    return t('learner.start.time_extra', { all: minutes(limit + extra), limit: minutes(limit), extra: minutes(extra) });
  };
}
