import { useTranslation } from 'react-i18next';

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7];
const COLUMNS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The shape of what comes: names and rings. */
export function MatrixSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="rep-skeleton sg-stack sg-gap-12" role="status" aria-label={t('kit.loading')}>
      {ROWS.map((row) => (
        <div key={row}>
          <span className="rep-skeleton-name sg-fixed" />
          {COLUMNS.map((column) => (
            <span key={column} className="rep-skeleton-ring sg-fixed" />
          ))}
        </div>
      ))}
    </div>
  );
}
