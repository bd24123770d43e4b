import { memo, type Ref } from 'react';
import { RowTotalHeads } from './matrix-totals';
import type { MatrixTotals } from './matrix-types';
import { RowSizeChooser } from './row-size';

/** The frozen head: corner, container of the column heads (column-strips.ts), heads of the row totals. */
export const MatrixHeads = memo(function MatrixHeads(props: {
  corner: string | undefined;
  columns: Ref<HTMLDivElement>;
  width: number;
  columnCount: number;
  totals: MatrixTotals | undefined;
}) {
  return (
    <div className="kit-matrix-head" role="row" aria-rowindex={1} style={{ inlineSize: props.width }}>
      <div className="kit-matrix-corner" role="columnheader" aria-colindex={1}>
        <RowSizeChooser />
        {props.corner}
      </div>
      <div ref={props.columns} className="kit-matrix-columns" role="presentation" />
      {props.totals && <RowTotalHeads totals={props.totals} columnCount={props.columnCount} />}
    </div>
  );
});
