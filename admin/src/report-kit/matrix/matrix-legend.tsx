import { useTranslation } from 'react-i18next';
import { CELL_LOOK, CELL_STATUSES } from '@/components/status';

/** Meaning of the number beside a level: the change of the level, or the gap to the target. */
export type MatrixMark = 'change' | 'gap';

/** Legend of colours, glyphs and numbers. */
export function MatrixLegend({ mark }: { mark?: MatrixMark | undefined }) {
  const { t } = useTranslation();
  return (
    <ul className="kit-matrix-legend sg-wrap sg-gap-4-16 sg-small sg-soft" aria-label={t('kit.matrix.legend')}>
      {CELL_STATUSES.filter((status) => status !== 'NONE').map((status) => (
        <li key={status} className={`kit-tone-${CELL_LOOK[status].tone}`}>
          <span aria-hidden="true">{CELL_LOOK[status].glyph}</span> {t(`kit.cell_status.${status}`)}
        </li>
      ))}
      {mark === 'change' && (
        <>
          <li className="kit-tone-success">
            <span aria-hidden="true">↑</span> {t('kit.matrix.risen')}
          </li>
          <li className="kit-tone-error">
            <span aria-hidden="true">↓</span> {t('kit.matrix.fallen')}
          </li>
        </>
      )}
      {mark === 'gap' && (
        <li className="kit-tone-error">
          <span aria-hidden="true" className="kit-matrix-badge">
            1
          </span>{' '}
          {t('kit.matrix.gap')}
        </li>
      )}
    </ul>
  );
}
