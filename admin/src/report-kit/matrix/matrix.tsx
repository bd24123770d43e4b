import { useCallback, useId, useMemo, useRef, useState, useSyncExternalStore, type MouseEvent } from 'react';
import { Alert, Button, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { CellTip, type TipHandle } from './cell-tip';
import type { GridContent, MatrixWindow } from './grid-content';
import { GridFoot } from './grid-foot';
import { GridFrame, type GridHandle } from './grid-frame';
import type { MatrixCell, MatrixHead, MatrixLoader, MatrixTotals, OpenedCell } from './matrix-types';
import { ringBrush, type RingCell } from './ring-brush';
import type { Place } from './steps';
import { TileStore } from './tiles';

export interface MatrixProps {
  readonly rowCount: number;
  readonly columnCount: number;
  /** Asked for tiles of 50 × 60; a new function means new data, so keep it stable (`useCallback`). */
  readonly load: MatrixLoader;
  /** One sentence that says what the cell means; shown on hover, read out, and below the grid. */
  readonly describe: (row: MatrixHead, column: MatrixHead, cell: MatrixCell | undefined) => string;
  readonly onOpen: (opened: OpenedCell) => void;
  readonly label?: string;
  /** CSS height of the scrolling box. */
  readonly height?: string;
  /** What stands above the first column: "60 staff × 25 skills". */
  readonly corner?: string;
  /** Frozen at the end of each row and below each column; left out where the grid is narrow. */
  readonly rowTotals?: MatrixTotals | undefined;
  readonly columnTotals?: MatrixTotals | undefined;
}

/** The matrix: people down, skills across, a ring in each cell; what a cell tells, and opening it. */
export function Matrix(props: MatrixProps) {
  const { rowCount, columnCount, load, describe, onOpen } = props;
  const { t } = useTranslation();
  const id = useId();
  const frame = useRef<GridHandle>(null);
  const store = useMemo(() => new TileStore(load, rowCount, columnCount), [load, rowCount, columnCount]);
  const version = useSyncExternalStore(store.subscribe, store.getVersion);
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const tip = useRef<TipHandle>(null);

  const say = (place: Place): string => {
    const row = store.row(place.row);
    const column = store.column(place.column);
    return row && column ? describe(row, column, store.cell(place.row, place.column)) : '';
  };
  const content = useMemo(
    (): GridContent<RingCell> => ({
      row: store.row,
      column: store.column,
      cell: (row, column) => store.look(row, column),
      nameOf: (row, column) => {
        const [rowHead, columnHead] = [store.row(row), store.column(column)];
        if (!rowHead || !columnHead || !store.isLoaded(row, column)) return null;
        const cell = store.cell(row, column);
        return spoken(describe(rowHead, columnHead, cell), cell);
      },
      isCurrent: { row: (index) => index === active.row, column: (index) => index === active.column },
      active,
    }),
    // `version`: more is known.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [store, version, describe, active],
  );
  const want = useCallback(
    ({ rowFrom, rowTo, colFrom, colTo }: MatrixWindow) =>
      store.want({ from: rowFrom, to: rowTo }, { from: colFrom, to: colTo }),
    [store],
  );
  const open = (place: Place) => {
    const row = store.row(place.row);
    const column = store.column(place.column);
    if (row && column) onOpen({ row, column, cell: store.cell(place.row, place.column) });
  };
  const onMouse = (event: MouseEvent, place: Place | null, top: { x: number; y: number }) => {
    if (event.type === 'click' && place) {
      setActive(place);
      open(place);
    } else if (place && event.type === 'mouseover') tip.current?.show({ place, ...top });
    else if (event.type !== 'mousedown') tip.current?.hide();
  };
  return (
    <Flex vertical gap={8}>
      <GridFrame
        ref={frame}
        {...{ id, rowCount, columnCount, content }}
        brush={ringBrush}
        onSeen={want}
        go={(place) => {
          tip.current?.hide();
          setActive(place);
        }}
        onKey={({ key }) => {
          if (key === 'Escape') tip.current?.hide();
          if (key !== 'Enter' && key !== ' ') return false;
          open(active);
          return true;
        }}
        onMouse={onMouse}
        corner={props.corner}
        rowTotals={props.rowTotals}
        columnTotals={props.columnTotals}
        height={props.height ?? '72vh'}
        box={{
          'aria-label': props.label ?? t('kit.matrix.label'),
          'aria-describedby': `${id}hint`,
          onScroll: () => tip.current?.scrolled(),
        }}
      />
      <GridFoot id={id} hint={t('kit.matrix.hint')} announced={say(active)} />
      {Boolean(store.failure) && (
        <Alert
          className="kit-banner"
          type="warning"
          showIcon
          message={t('kit.matrix.failed')}
          action={<Button onClick={() => frame.current?.again()}>{t('kit.retry')}</Button>}
        />
      )}
      <CellTip ref={tip} words={(place) => (store.cell(place.row, place.column) ? say(place) : '')} />
    </Flex>
  );
}

/** A name must hold the text that is seen (WCAG 2.5.3); a plain level is in the sentence already. */
const spoken = (sentence: string, cell: MatrixCell | undefined): string =>
  cell?.text ? `${sentence} (${cell.text})` : sentence;
