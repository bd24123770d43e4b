import { Button } from 'antd';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useKept } from '@/components/kept';
import { ROW_SIZES } from './matrix-sizes';

const SIZES = ['small', 'medium', 'large'] as const;
/** The gap between three lines, in units of the drawing. */
const GAPS = { small: 3, medium: 4.5, large: 6 } as const;

/** The height of a grid's rows in pixels, as this person chose it. */
export const useRowPx = (): number => ROW_SIZES[useKept('matrix_rows', SIZES)[0]];

/** Three buttons, for the empty corner of a grid. */
export const RowSizeChooser = memo(function RowSizeChooser() {
  const { t } = useTranslation();
  const [chosen, choose] = useKept('matrix_rows', SIZES);
  return (
    <span className="kit-row-size" role="group" aria-label={t('kit.matrix.rows')}>
      {SIZES.map((size) => (
        <Button
          key={size}
          type="text"
          size="small"
          aria-pressed={size === chosen}
          aria-label={t(`kit.matrix.rows_${size}`)}
          title={t(`kit.matrix.rows_${size}`)}
          onClick={() => choose(size)}
          // The keys of the grid around it are not its keys.
          onKeyDown={(event) => event.stopPropagation()}
          icon={
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              {[-1, 0, 1].map((line) => (
                <path key={line} d={`M2 ${8 + line * GAPS[size]}h12`} stroke="currentColor" strokeWidth="1.5" />
              ))}
            </svg>
          }
        />
      ))}
    </span>
  );
});
