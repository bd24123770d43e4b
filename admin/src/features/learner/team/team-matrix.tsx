import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Matrix } from '@/report-kit/matrix/matrix';
import { MatrixLegend } from '@/report-kit/matrix/matrix-legend';
import type { MatrixCell, MatrixHead, OpenedCell } from '@/report-kit/matrix/matrix-types';
import { useIsMobile } from '@/components/use-is-mobile';
import { columnHead, cornerLabel, toLevelCell, rowHead, describeCell } from '@/features/reports/matrix/matrix-labels';
import { createMatrixLoader, type MatrixSource } from '@/features/reports/matrix/matrix-source';

const REPORT_PATH = '/skil-matrix-report';
const ROW_HEIGHT = 40;
const HEADS_HEIGHT = 184;
const MAX_VISIBLE_ROWS = 8;

/** The levels of the team. A cell opens its explanation in the report. Phones have no matrix. */
export function TeamMatrix({ source }: { source: MatrixSource }) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const isMobile = useIsMobile();
  const { row_count, column_count } = source.answer;
  const language = i18n.language;
  const load = useMemo(
    () => createMatrixLoader(source, { row: rowHead(t), column: columnHead(t), cell: toLevelCell }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `t` changes with the language
    [source, language],
  );
  const describe = useCallback(
    (row: MatrixHead, column: MatrixHead, cell: MatrixCell | undefined) => describeCell(t, row, column, cell),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- as above
    [language],
  );
  if (isMobile || row_count === 0 || column_count === 0) return null;
  return (
    <>
      <MatrixLegend />
      <Matrix
        rowCount={row_count}
        columnCount={column_count}
        load={load}
        describe={describe}
        onOpen={({ row, column }: OpenedCell) => void navigate(`${REPORT_PATH}?cell=${row.id}.${column.id}`)}
        corner={cornerLabel(t, { row_count, column_count })}
        height={`${HEADS_HEIGHT + Math.min(row_count, MAX_VISIBLE_ROWS) * ROW_HEIGHT}px`}
      />
    </>
  );
}
