import { Button, Tooltip } from 'antd';
import { ArrowDownOutlined, ArrowRightOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { Level } from './grid-edits';

const LEVELS: readonly Level[] = [0, 1, 2, 3, 4];

/** Toolbar with the keyboard commands; tooltips show the keys. */
export function GridTools(props: {
  isRoleGrid: boolean;
  canUndo: boolean;
  canRedo: boolean;
  onSetLevel: (level: Level) => void;
  onFill: (direction: 'down' | 'right') => void;
  onUndo: () => void;
  onRedo: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="sg-mb-8 sg-row sg-wrap sg-gap-8-16" role="group" aria-label={t('targets.tools')}>
      <span className="tgt-levels sg-wrap sg-gap-4">
        {LEVELS.filter((level) => !(props.isRoleGrid && level === 0)).map((level) => (
          <Tooltip key={level} title={t(`kit.level.names.${level}`)}>
            <Button size="small" onClick={() => props.onSetLevel(level)} aria-label={t('targets.set', { level })}>
              {level}
            </Button>
          </Tooltip>
        ))}
        <Button size="small" onClick={() => props.onSetLevel(null)} title={t('targets.clear_key')}>
          {t('targets.clear')}
        </Button>
      </span>
      <span className="tgt-levels sg-wrap sg-gap-4">
        <Button
          size="small"
          icon={<ArrowDownOutlined aria-hidden />}
          title={t('targets.fill_down_key')}
          onClick={() => props.onFill('down')}
        >
          {t('targets.fill_down')}
        </Button>
        <Button
          size="small"
          icon={<ArrowRightOutlined className="sg-mirror" />}
          title={t('targets.fill_right_key')}
          onClick={() => props.onFill('right')}
        >
          {t('targets.fill_right')}
        </Button>
      </span>
      <span className="tgt-levels sg-wrap sg-gap-4">
        <Button
          size="small"
          type="text"
          icon={<UndoOutlined className="sg-mirror" />}
          disabled={!props.canUndo}
          aria-label={t('targets.undo')}
          title={t('targets.undo_key')}
          onClick={props.onUndo}
        />
        <Button
          size="small"
          type="text"
          icon={<RedoOutlined className="sg-mirror" />}
          disabled={!props.canRedo}
          aria-label={t('targets.redo')}
          title={t('targets.redo_key')}
          onClick={props.onRedo}
        />
      </span>
    </div>
  );
}
