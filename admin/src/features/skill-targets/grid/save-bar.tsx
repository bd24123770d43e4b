import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { TARGET_CHANGES_MAX } from '@contract/skill-targets.resource';
import { formatCount } from '@/components/format';

/** Sticky bar "17 changes · Save · Discard", shown while there are unsaved changes. */
export function SaveBar(props: {
  changes: number;
  problems: readonly string[];
  invalidCount: number;
  saving: boolean;
  save: () => void;
  discard: () => void;
}) {
  const { changes, problems, invalidCount, saving, save, discard } = props;
  const { t, i18n } = useTranslation();
  const formatNumber = (value: number) => formatCount(value, i18n.language);
  const isOverLimit = changes > TARGET_CHANGES_MAX;
  if (changes === 0) return null;
  return (
    <div
      className="tgt-save sg-panel sg-mt-16 sg-row sg-wrap sg-between sg-gap-8-16"
      role="region"
      aria-label={t('targets.changes', { count: changes, shown: formatNumber(changes) })}
    >
      <div className="sg-wrap sg-gap-4-16">
        <strong aria-live="polite" className="sg-number">
          {t('targets.changes', { count: changes, shown: formatNumber(changes) })}
        </strong>
        {isOverLimit && (
          <span className="sg-faint">{t('targets.too_many', { limit: formatNumber(TARGET_CHANGES_MAX) })}</span>
        )}
        {(invalidCount > 0 || problems.length > 0) && (
          <span className="tgt-problem sg-error sg-any" role="alert">
            {[t('targets.refused'), invalidCount > 0 && t('targets.wrong', { count: invalidCount }), ...problems]
              .filter(Boolean)
              .join(' ')}
          </span>
        )}
      </div>
      <div className="tgt-save-actions sg-flex sg-gap-8">
        <Button onClick={discard} disabled={saving}>
          {t('kit.leave.discard')}
        </Button>
        <Button type="primary" loading={saving} onClick={save} title={t('targets.save_key')}>
          {isOverLimit ? t('targets.save_first', { limit: formatNumber(TARGET_CHANGES_MAX) }) : t('kit.form.save')}
        </Button>
      </div>
    </div>
  );
}
