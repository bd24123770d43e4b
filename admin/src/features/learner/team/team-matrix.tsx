import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Matrix } from '@/report-kit/matrix/matrix';
import { MatrixLegend } from '@/report-kit/matrix/matrix-legend';
import type { MatrixCell, MatrixHead, OpenedCell } from '@/report-kit/matrix/matrix-types';
import { useNarrow } from '@/components/use-narrow';
import { columnHead, cornerOf, plainCell, rowHead, sentenceOf } from '@/features/reports/matrix/heads';
import { loaderOf, type MatrixSource } from '@/features/reports/matrix/source';

const REPORT = '/skil-matrix-report';
const ROW = 40;
const HEADS = 184;
const ROWS_SHOWN = 8;

/** The team's levels at a glance; a cell opens its reason in the report. On a phone the report's cards take its place. */
export function TeamMatrix({ source }: { source: MatrixSource }) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const narrow = useNarrow();
  const { row_count, column_count } = source.answer;
  const language = i18n.language;
  const load = useMemo(
    () => loaderOf(source, { row: rowHead(t), column: columnHead(t), cell: plainCell }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `t` changes with the language
    [source, language],
  );
  const describe = useCallback(
    (row: MatrixHead, column: MatrixHead, shown: MatrixCell | undefined) => sentenceOf(t, row, column, shown),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- as above
    [language],
  );
  if (narrow || row_count === 0 || column_count === 0) return null;
  return (
    <>
      <MatrixLegend />
      <Matrix
        rowCount={row_count}
        columnCount={column_count}
        load={load}
        describe={describe}
        onOpen={({ row, column }: OpenedCell) => void navigate(`${REPORT}?cell=${row.id}.${column.id}`)}
        corner={cornerOf(t, { row_count, column_count })}
        height={`${HEADS + Math.min(row_count, ROWS_SHOWN) * ROW}px`}
      />
    </>
  );
}
