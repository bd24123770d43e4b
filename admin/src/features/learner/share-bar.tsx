import { useTranslation } from 'react-i18next';
import { formatShare } from '@/components/format';
import { percentText } from './learner-texts';

/** The watched share, with a mark at the required threshold. */
export function ShareBar({ share, threshold, done }: { share: number; threshold: number; done: boolean }) {
  const { t, i18n } = useTranslation();
  const value = Math.min(100, Math.max(0, share));
  return (
    <div
      className={done ? 'lr-share kit-tone-success' : 'lr-share'}
      role="meter"
      aria-label={t('learner.video.meter')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-valuetext={t('learner.video.meter_value', {
        share: formatShare(value, i18n.language),
        threshold: percentText(threshold, i18n.language),
      })}
    >
      <span className="lr-share-fill" style={{ inlineSize: `${value}%` }} />
      {threshold < 100 && <span className="lr-share-mark" style={{ insetInlineStart: `${threshold}%` }} />}
    </div>
  );
}
