import type { MatrixTotal, MatrixTotals } from './matrix-types';

/** Width of one total of a row, height of one total of a column. */
export const EDGE_PX = 68;
export const FOOT_PX = 20;

export const toneOf = (total: MatrixTotal): string | undefined =>
  total.tone && `kit-tone-${total.tone} kit-matrix-toned`;

/** Names of the totals of a row, in the frozen head. */
export function EdgeHeads({ totals }: { totals: MatrixTotals }) {
  return (
    <div className="kit-matrix-edge kit-matrix-edge-head" style={{ inlineSize: totals.heads.length * EDGE_PX }}>
      {totals.heads.map((head) => (
        <span key={head} role="columnheader">
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
  firstPx: number;
  columnPx: number;
  width: number;
  /** Width of the frozen totals of rows, below which no figure of a column may show. */
  edgePx: number;
}) {
  const { totals, indexes, firstPx, columnPx, width, edgePx } = props;
  return (
    <div className="kit-matrix-sums" role="rowgroup" style={{ inlineSize: width }}>
      {totals.heads.map((head, line) => (
        <div key={head} role="row" className="kit-matrix-sum" style={{ blockSize: FOOT_PX }}>
          <div role="rowheader" className="kit-matrix-sum-head">
            {head}
          </div>
          {indexes.map((index) => {
            const total = totals.of(index)?.[line];
            return (
              <span
                key={index}
                role="gridcell"
                aria-colindex={index + 2}
                title={total?.title}
                className={total && toneOf(total)}
                style={{ insetInlineStart: firstPx + index * columnPx, inlineSize: columnPx }}
              >
                {total?.text ?? ''}
              </span>
            );
          })}
          {edgePx > 0 && <div className="kit-matrix-edge" aria-hidden="true" style={{ inlineSize: edgePx }} />}
        </div>
      ))}
    </div>
  );
}
