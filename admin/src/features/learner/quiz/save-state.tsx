import { CheckCircleOutlined, CloudSyncOutlined, WarningOutlined } from '@ant-design/icons';
import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/components/format';
import type { SaverSnapshot } from './answer-saver';

const TONES = { empty: 'soft', saving: 'soft', saved: 'success', waiting: 'warning', refused: 'error' } as const;

/** "Saved 10:42:07" in server time, or the state of unsaved answers. */
export function SaveState({ answers, zone }: { answers: SaverSnapshot; zone: string | undefined }) {
  const { t, i18n } = useTranslation();
  const { state, last_saved_at } = answers;
  const text =
    state === 'saved' && last_saved_at
      ? t('learner.save.saved', { at: formatTime(last_saved_at, i18n.language, zone, 'seconds') })
      : t(`learner.save.${state}`);
  const StateIcon =
    state === 'waiting' ? CloudSyncOutlined : state === 'refused' ? WarningOutlined : CheckCircleOutlined;
  return (
    <Flex align="center" gap={8} className={state === 'saved' ? 'sg-soft' : `sg-${TONES[state]}`} role="status">
      {state !== 'empty' && <StateIcon aria-hidden className={`sg-${TONES[state]}`} />}
      <span className="sg-number">{text}</span>
    </Flex>
  );
}
