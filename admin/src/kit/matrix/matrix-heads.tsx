import type { ReactNode } from 'react';
import { COLUMN_PX } from './matrix-sizes';
import { EdgeHeads } from './matrix-totals';
import type { MatrixTotals } from './matrix-types';
import type { bandsOf } from './steps';
import type { TileStore } from './tiles';

/** The frozen head: the corner, the bands of the groups, the turned names of the columns in view, and those of the totals. */
export function MatrixHeads(props: {
  corner: ReactNode;
  bands: ReturnType<typeof bandsOf>;
  indexes: readonly number[];
  odd: ReadonlySet<number>;
  activeColumn: number;
  store: TileStore;
  firstPx: number;
  width: number;
  totals: MatrixTotals | undefined;
}) {
  const { store, firstPx } = props;
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
      {props.indexes.map((index) => {
        const head = store.column(index);
        return (
          <div
            key={index}
            role="columnheader"
            aria-colindex={index + 2}
            className={`kit-matrix-column${props.odd.has(index) ? ' odd' : ''}${index === props.activeColumn ? ' current' : ''}`}
            style={{ insetInlineStart: firstPx + index * COLUMN_PX }}
            title={[head?.group, head?.label, head?.note].filter(Boolean).join(' · ')}
          >
            <span dir="auto">{head?.label ?? ''}</span>
          </div>
        );
      })}
      {props.totals && <EdgeHeads totals={props.totals} />}
    </div>
  );
}
