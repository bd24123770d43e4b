import { useCallback, useId, useMemo, useRef, useState, useSyncExternalStore, type MouseEvent } from 'react';
import { Alert, Button, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { CellTooltip, type TooltipHandle } from './cell-tooltip';
import type { GridContent, CellRange } from './grid-content';
import { GridFooter } from './grid-footer';
import { GridFrame, type GridHandle } from './grid-frame';
import type { MatrixCell, MatrixHead, MatrixLoader, MatrixTotals, OpenedCell } from './matrix-types';
import { ringBrush, type RingCell } from './ring-brush';
import type { CellPosition } from './grid-navigation';
import { TileStore } from './tile-store';

export interface MatrixProps {
  readonly rowCount: number;
  readonly columnCount: number;
  /** Loads tiles of 50 × 60; a new function means new data, so keep it stable (`useCallback`). */
  readonly load: MatrixLoader;
  /** One sentence about the cell, for the tooltip, the accessible name and the footer. */
  readonly describe: (row: MatrixHead, column: MatrixHead, cell: MatrixCell | undefined) => string;
  readonly onOpen: (opened: OpenedCell) => void;
  readonly label?: string;
  /** CSS height of the scrolling box. */
  readonly height?: string;
  /** Text above the first column: "60 staff × 25 skills". */
  readonly corner?: string;
  /** Frozen at the end of each row and below each column; hidden in narrow grids. */
  readonly rowTotals?: MatrixTotals | undefined;
  readonly columnTotals?: MatrixTotals | undefined;
}

/** The matrix: people as rows, skills as columns, a ring in each cell. */
export function Matrix(props: MatrixProps) {
  const { rowCount, columnCount, load, describe, onOpen } = props;
  const { t } = useTranslation();
  const id = useId();
  const frame = useRef<GridHandle>(null);
  const store = useMemo(() => new TileStore(load, rowCount, columnCount), [load, rowCount, columnCount]);
  const version = useSyncExternalStore(store.subscribe, store.getVersion);
  const [active, setActive] = useState<CellPosition>({ row: 0, column: 0 });
  const tooltip = useRef<TooltipHandle>(null);

  const describeAt = (position: CellPosition): string => {
    const row = store.row(position.row);
    const column = store.column(position.column);
    return row && column ? describe(row, column, store.cell(position.row, position.column)) : '';
  };
  const content = useMemo(
    (): GridContent<RingCell> => ({
      row: store.row,
      column: store.column,
      cell: (row, column) => store.lookup(row, column),
      nameOf: (row, column) => {
        const [rowHead, columnHead] = [store.row(row), store.column(column)];
        if (!rowHead || !columnHead || !store.isLoaded(row, column)) return null;
        const cell = store.cell(row, column);
        return accessibleName(describe(rowHead, columnHead, cell), cell);
      },
      isCurrent: { row: (index) => index === active.row, column: (index) => index === active.column },
      active,
    }),
    // `version`: more tiles are loaded.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [store, version, describe, active],
  );
  const requestTiles = useCallback(
    ({ rowFrom, rowTo, colFrom, colTo }: CellRange) =>
      store.request({ from: rowFrom, to: rowTo }, { from: colFrom, to: colTo }),
    [store],
  );
  const openCell = (position: CellPosition) => {
    const row = store.row(position.row);
    const column = store.column(position.column);
    if (row && column) onOpen({ row, column, cell: store.cell(position.row, position.column) });
  };
  const onMouse = (event: MouseEvent, position: CellPosition | null, top: { x: number; y: number }) => {
    if (event.type === 'click' && position) {
      setActive(position);
      openCell(position);
    } else if (position && event.type === 'mouseover') tooltip.current?.show({ position, ...top });
    else if (event.type !== 'mousedown') tooltip.current?.hide();
  };
  return (
    <Flex vertical gap={8}>
      <GridFrame
        ref={frame}
        {...{ id, rowCount, columnCount, content }}
        brush={ringBrush}
        onRangeChange={requestTiles}
        onMove={(position) => {
          tooltip.current?.hide();
          setActive(position);
        }}
        onKey={({ key }) => {
          if (key === 'Escape') tooltip.current?.hide();
          if (key !== 'Enter' && key !== ' ') return false;
          openCell(active);
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
          onScroll: () => tooltip.current?.scrolled(),
        }}
      />
      <GridFooter id={id} hint={t('kit.matrix.hint')} announcement={describeAt(active)} />
      {Boolean(store.failure) && (
        <Alert
          className="kit-banner"
          type="warning"
          showIcon
          message={t('kit.matrix.failed')}
          action={<Button onClick={() => frame.current?.reload()}>{t('kit.retry')}</Button>}
        />
      )}
      <CellTooltip
        ref={tooltip}
        textOf={(position) => (store.cell(position.row, position.column) ? describeAt(position) : '')}
      />
    </Flex>
  );
}

/** The accessible name must contain the visible text (WCAG 2.5.3); the sentence contains plain levels. */
const accessibleName = (sentence: string, cell: MatrixCell | undefined): string =>
  cell?.text ? `${sentence} (${cell.text})` : sentence;
