import { memo } from 'react';
import type { MatrixTotal, MatrixTotals } from './matrix-types';

/** Width of one total of a row, height of one total of a column. */
export const EDGE_PX = 68;
export const FOOT_PX = 20;

export const toneOf = (total: MatrixTotal): string | undefined =>
  total.tone && `kit-tone-${total.tone} kit-matrix-toned`;

/** Names of the totals of a row, in the frozen head. */
export function EdgeHeads({ totals, columnCount }: { totals: MatrixTotals; columnCount: number }) {
  return (
    <div className="kit-matrix-edge kit-matrix-edge-head" style={{ inlineSize: totals.heads.length * EDGE_PX }}>
      {totals.heads.map((head, at) => (
        <span key={head} role="columnheader" aria-colindex={columnCount + 2 + at}>
          {head}
        </span>
      ))}
    </div>
  );
}

/** One line a total, frozen at the bottom; only the columns in view. */
export function ColumnTotals(props: {
  totals: MatrixTotals;
  indexes: readonly number[];
  rowCount: number;
  firstPx: number;
  columnPx: number;
  width: number;
  /** Width of the frozen totals of rows, below which no figure of a column may show. */
  edgePx: number;
}) {
  const { totals, indexes, rowCount, firstPx, columnPx, width, edgePx } = props;
  return (
    <div className="kit-matrix-sums" role="rowgroup" style={{ inlineSize: width }}>
      {totals.heads.map((head, line) => (
        <div
          key={head}
          role="row"
          aria-rowindex={rowCount + 2 + line}
          className="kit-matrix-sum"
          style={{ blockSize: FOOT_PX }}
        >
          <div role="rowheader" aria-colindex={1} className="kit-matrix-sum-head">
            {head}
          </div>
          {indexes.map((index) => (
            <ColumnTotal key={index % indexes.length} {...{ totals, index, line, firstPx, columnPx }} />
          ))}
          {edgePx > 0 && <div className="kit-matrix-edge" aria-hidden="true" style={{ inlineSize: edgePx }} />}
        </div>
      ))}
    </div>
  );
}

const ColumnTotal = memo(function ColumnTotal(props: {
  totals: MatrixTotals;
  index: number;
  line: number;
  firstPx: number;
  columnPx: number;
}) {
  const { index, columnPx } = props;
  const total = props.totals.of(index)?.[props.line];
  return (
    <span
      role="gridcell"
      aria-colindex={index + 2}
      title={total?.title}
      className={total && toneOf(total)}
      style={{ insetInlineStart: props.firstPx + index * columnPx, inlineSize: columnPx }}
    >
      {total?.text ?? ''}
    </span>
  );
});
