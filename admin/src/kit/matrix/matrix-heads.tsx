import { memo, type ReactNode } from 'react';
import { COLUMN_PX } from './matrix-sizes';
import { EdgeHeads } from './matrix-totals';
import type { MatrixHead, MatrixTotals } from './matrix-types';
import type { bandsOf } from './steps';

/** The frozen head: the corner, the bands of the groups, the turned names of the columns in view, and those of the totals. */
export function MatrixHeads(props: {
  corner: ReactNode;
  bands: ReturnType<typeof bandsOf>;
  indexes: readonly number[];
  odd: ReadonlySet<number>;
  isCurrent: (column: number) => boolean;
  head: (column: number) => MatrixHead | undefined;
  firstPx: number;
  width: number;
  columnCount: number;
  totals: MatrixTotals | undefined;
}) {
  const { firstPx } = props;
  return (
    <div className="kit-matrix-head" role="row" aria-rowindex={1} style={{ inlineSize: props.width }}>
      <div className="kit-matrix-corner" role="columnheader" aria-colindex={1}>
        {props.corner}
      </div>
      {props.bands.map(({ group, from, count, odd }) =>
        group === undefined ? null : (
          // Decoration: each column's head says its group as well.
          <div
            key={`${group}${from}`}
            className={odd ? 'kit-matrix-band odd' : 'kit-matrix-band'}
            aria-hidden="true"
            style={{ insetInlineStart: firstPx + from * COLUMN_PX, inlineSize: count * COLUMN_PX }}
          >
            {group}
          </div>
        ),
      )}
      {props.indexes.map((index) => (
        <ColumnHead
          // The one that leaves at one end comes back at the other.
          key={index % props.indexes.length}
          {...{ index, firstPx }}
          head={props.head(index)}
          odd={props.odd.has(index)}
          current={props.isCurrent(index)}
        />
      ))}
      {props.totals && <EdgeHeads totals={props.totals} columnCount={props.columnCount} />}
    </div>
  );
}

const ColumnHead = memo(function ColumnHead(props: {
  index: number;
  head: MatrixHead | undefined;
  odd: boolean;
  current: boolean;
  firstPx: number;
}) {
  const { index, head } = props;
  return (
    <div
      role="columnheader"
      aria-colindex={index + 2}
      className={`kit-matrix-column${props.odd ? ' odd' : ''}${props.current ? ' current' : ''}`}
      style={{ insetInlineStart: props.firstPx + index * COLUMN_PX }}
      title={[head?.group, head?.label, head?.note].filter(Boolean).join(' · ')}
    >
      <span dir="auto">{head?.label ?? ''}</span>
    </div>
  );
});
