import { useTranslation } from 'react-i18next';
import { CELL_LOOK, CELL_STATUSES } from '../status';

/** What colours and glyphs mean, for beside or below the matrix. */
export function MatrixLegend() {
  const { t } = useTranslation();
  return (
    <ul className="kit-matrix-legend sg-wrap sg-gap-4-16 sg-small sg-soft" aria-label={t('kit.matrix.legend')}>
      {CELL_STATUSES.filter((status) => status !== 'NONE').map((status) => (
        <li key={status} className={`kit-tone-${CELL_LOOK[status].tone}`}>
          <span aria-hidden="true">{CELL_LOOK[status].glyph}</span> {t(`kit.cell_status.${status}`)}
        </li>
      ))}
    </ul>
  );
}
