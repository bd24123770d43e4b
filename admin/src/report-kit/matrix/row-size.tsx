import { Button } from 'antd';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreference } from '@/components/use-preference';
import { ROW_SIZES } from './matrix-sizes';

const SIZES = ['small', 'medium', 'large'] as const;
/** Line gap of the icon, in its units. */
const GAPS = { small: 3, medium: 4.5, large: 6 } as const;

/** The row height that the user chose, in pixels. */
export const useRowPx = (): number => ROW_SIZES[usePreference('matrix_rows', SIZES)[0]];

/** Buttons for the row height, in the corner of a grid. */
export const RowSizeChooser = memo(function RowSizeChooser() {
  const { t } = useTranslation();
  const [chosen, choose] = usePreference('matrix_rows', SIZES);
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
          // The grid must not handle these keys.
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
