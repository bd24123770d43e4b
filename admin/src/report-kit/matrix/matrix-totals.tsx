import { memo, type Ref } from 'react';
import type { MatrixTotal, MatrixTotals } from './matrix-types';

/** Width of a row total, height of a column total. */
export const EDGE_PX = 68;
export const FOOT_PX = 20;

export const totalClassName = (total: MatrixTotal): string | undefined =>
  total.tone && `kit-tone-${total.tone} kit-matrix-toned`;

/** Heads of the row totals, in the frozen head. */
export function RowTotalHeads({ totals, columnCount }: { totals: MatrixTotals; columnCount: number }) {
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

/** Container of the column totals, frozen at the bottom: a row per line, filled by column-strips.ts. */
export const ColumnTotals = memo(function ColumnTotals(props: {
  heads: readonly string[];
  sums: Ref<HTMLDivElement>;
  rowCount: number;
  width: number;
  /** Width of the frozen row totals, which must cover the columns' totals. */
  edgePx: number;
}) {
  const { heads, rowCount, edgePx } = props;
  const blockSize = heads.length * FOOT_PX;
  return (
    <div ref={props.sums} className="kit-matrix-sums" role="rowgroup" style={{ inlineSize: props.width, blockSize }}>
      {heads.map((head, line) => (
        <div
          // By index: the text changes with the language.
          key={line}
          role="row"
          aria-rowindex={rowCount + 2 + line}
          className="kit-matrix-sum"
          style={{ insetBlockStart: line * FOOT_PX, blockSize: FOOT_PX }}
        >
          <div role="rowheader" aria-colindex={1} className="kit-matrix-sum-head">
            {head}
          </div>
        </div>
      ))}
      {/* The visible row heads: one pane is one browser layer, sticky heads would be one each. */}
      <div className="kit-matrix-sum-firsts" aria-hidden="true">
        {heads.map((head) => (
          <div key={head} style={{ blockSize: FOOT_PX }}>
            {head}
          </div>
        ))}
      </div>
      {edgePx > 0 && <div className="kit-matrix-edge" aria-hidden="true" style={{ inlineSize: edgePx }} />}
    </div>
  );
});
