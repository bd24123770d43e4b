import { CheckCircleOutlined, CloudSyncOutlined, WarningOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/components/format';
import type { SaverSnapshot } from './answer-saver';

/** "Saved 10:42:07" by the server's clock; while it is not, that it is not. */
export function SaveState({ answers, zone }: { answers: SaverSnapshot; zone: string | undefined }) {
  const { t, i18n } = useTranslation();
  const { state, last_saved_at } = answers;
  const words =
    state === 'saved' && last_saved_at
      ? t('learner.save.saved', { at: formatTime(last_saved_at, i18n.language, zone, 'seconds') })
      : t(`learner.save.${state}`);
  const Mark = state === 'waiting' ? CloudSyncOutlined : state === 'refused' ? WarningOutlined : CheckCircleOutlined;
  return (
    <span className="lr-save sg-inline sg-gap-8 sg-soft" data-state={state} role="status">
      {state !== 'empty' && <Mark aria-hidden />}
      <span className="sg-number">{words}</span>
    </span>
  );
}
