import {
  useEffect,
  useId,
  useRef,
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useTranslation } from 'react-i18next';
import type { SkillRow } from '@contract/skills.resource';
import { RowSizeChooser, useRowPx } from '@/kit/matrix/row-size';
import { bandsOf, stepped, type Place } from '@/kit/matrix/steps';
import { useNarrow } from '@/kit/use-narrow';
import type { Block } from './grid-block';
import type { CellLook } from './cell-look';
import { COLUMN_PX, TargetRow } from './target-row';
import type { Holder } from './use-axes';
import '@/kit/matrix/matrix.css';

const COLUMN_STEP = 4;
const FIRST_PX = 240;
const FIRST_NARrowPx = 132;
const HEAD_PX = 100;

export interface TargetGridProps {
  readonly holders: readonly Holder[];
  readonly skills: readonly SkillRow[];
  /** What a cell shows; read while rendering. */
  readonly look: (row: number, column: number) => CellLook;
  /** What is read out about the active cell. */
  readonly describe: (place: Place) => string;
  readonly active: Place;
  readonly block: Block;
  /** `extend`: the selection grows from where it began. */
  readonly select: (place: Place, extend: boolean) => void;
  readonly onSeen: (rowFrom: number, rowTo: number) => void;
  /** True: the key was the page's (a level, undo, fill, save). */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly onCopy: (event: ClipboardEvent) => void;
  readonly onCut: (event: ClipboardEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
  readonly label: string;
}

/** The grid itself: both axes virtual, one selection, the keys of a spreadsheet. What a key does is the page's. */
export function TargetGrid(props: TargetGridProps) {
  const { holders, skills, look, active, block, select, onSeen } = props;
  const { t, i18n } = useTranslation();
  const rtl = i18n.dir() === 'rtl';
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const dragging = useRef(false);
  const rowPx = useRowPx();
  const firstPx = useNarrow() ? FIRST_NARrowPx : FIRST_PX;
  const rows = useVirtualizer({
    count: holders.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 3,
    scrollMargin: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
    scrollPaddingEnd: 8,
  });
  const columns = useVirtualizer({
    horizontal: true,
    isRtl: rtl,
    count: skills.length,
    getScrollElement: () => box.current,
    estimateSize: () => COLUMN_PX,
    overscan: 2,
    scrollMargin: firstPx,
    scrollPaddingStart: firstPx,
    scrollPaddingEnd: 8,
  });
  const shownRows = rows.getVirtualItems();
  const shownColumns = columns.getVirtualItems();
  // In steps, so that a sideways scroll does not render every row anew with every column it passes.
  const colFrom = Math.floor((shownColumns[0]?.index ?? 0) / COLUMN_STEP) * COLUMN_STEP;
  const colTo = Math.min(
    skills.length,
    Math.ceil(((shownColumns.at(-1)?.index ?? -1) + 1) / COLUMN_STEP) * COLUMN_STEP,
  );
  const indexes = Array.from({ length: Math.max(0, colTo - colFrom) }, (_, step) => colFrom + step);
  const rowFrom = shownRows[0]?.index ?? 0;
  const rowTo = (shownRows.at(-1)?.index ?? -1) + 1;
  useEffect(() => {
    if (rowTo > rowFrom) onSeen(rowFrom, rowTo);
  }, [onSeen, rowFrom, rowTo]);
  useEffect(() => columns.measure(), [columns, rtl, firstPx]);
  useEffect(() => rows.measure(), [rows, rowPx]);
  useEffect(() => {
    const stop = () => (dragging.current = false);
    addEventListener('mouseup', stop);
    return () => removeEventListener('mouseup', stop);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (props.onKey(event)) return event.preventDefault();
    const page = Math.max(1, Math.floor(((box.current?.clientHeight ?? 0) - HEAD_PX) / rowPx) - 1);
    const key = event.key === 'Enter' ? (event.shiftKey ? 'ArrowUp' : 'ArrowDown') : event.key;
    const extent = { rows: holders.length, columns: skills.length, page, rtl };
    const next = stepped(active, key, event.ctrlKey || event.metaKey, extent);
    if (!next) return;
    event.preventDefault();
    select(next, event.shiftKey && event.key !== 'Enter');
    rows.scrollToIndex(next.row);
    columns.scrollToIndex(next.column);
  };
  const onMouse = (event: MouseEvent) => {
    const { row, column } = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset ?? {};
    if (row === undefined || column === undefined) return;
    const place = { row: Number(row), column: Number(column) };
    if (event.type === 'mousedown' && event.button === 0) {
      dragging.current = true;
      select(place, event.shiftKey);
    } else if (event.type === 'mouseover' && dragging.current) select(place, true);
  };

  const width = firstPx + skills.length * COLUMN_PX;
  const bands = bandsOf(indexes, (index) => skills[index]?.skill_group ?? undefined);
  const vars = {
    '--first': `${firstPx}px`,
    '--head': `${HEAD_PX}px`,
    '--row': `${rowPx}px`,
    '--col': `${COLUMN_PX}px`,
    // What stands above and the bar that saves stay in view together with it.
    blockSize: `min(${HEAD_PX + holders.length * rowPx + 18}px, max(${HEAD_PX + 12 * 30 + 18}px, 100dvh - 300px))`,
  } as CSSProperties;
  const activeShown = active.row >= rowFrom && active.row < rowTo && indexes.includes(active.column);
  return (
    <>
      <div
        ref={box}
        className="kit-matrix-box tgt-box"
        role="grid"
        tabIndex={0}
        aria-multiselectable
        aria-label={props.label}
        aria-rowcount={holders.length + 1}
        aria-colcount={skills.length + 1}
        aria-describedby={`${id}hint`}
        {...(activeShown && { 'aria-activedescendant': `${id}${active.row}-${active.column}` })}
        style={vars}
        onKeyDown={onKeyDown}
        onMouseDown={onMouse}
        onMouseOver={onMouse}
        onCopy={props.onCopy}
        onCut={props.onCut}
        onPaste={props.onPaste}
      >
        <div className="kit-matrix-head" role="row" aria-rowindex={1} style={{ inlineSize: width }}>
          <div className="kit-matrix-corner" role="columnheader" aria-colindex={1}>
            <RowSizeChooser />
            {t('targets.corner', { rows: holders.length, columns: skills.length })}
          </div>
          {bands.map(({ group, from, count }) =>
            group === undefined ? null : (
              // Decoration: each column's head says its group as well.
              <div
                key={`${group}${from}`}
                className="kit-matrix-band"
                aria-hidden="true"
                style={{ insetInlineStart: firstPx + from * COLUMN_PX, inlineSize: count * COLUMN_PX }}
              >
                {group}
              </div>
            ),
          )}
          {indexes.map((index) => {
            const skill = skills[index];
            return (
              <div
                key={index}
                role="columnheader"
                aria-colindex={index + 2}
                className={`kit-matrix-column${index >= block.left && index <= block.right ? ' current' : ''}`}
                style={{ insetInlineStart: firstPx + index * COLUMN_PX }}
                title={[skill?.skill_group, skill?.skill_code, skill?.name].filter(Boolean).join(' · ')}
              >
                <span dir="auto">{skill?.name}</span>
              </div>
            );
          })}
        </div>
        <div
          className="kit-matrix-body"
          role="presentation"
          style={{ blockSize: holders.length * rowPx, inlineSize: width }}
        >
          {shownRows.map(({ index }) => (
            <TargetRow
              key={index}
              id={id}
              row={index}
              holder={holders[index]}
              from={colFrom}
              to={colTo}
              firstPx={firstPx}
              rowPx={rowPx}
              look={look}
              describe={props.describe}
              active={active}
              block={block}
            />
          ))}
        </div>
      </div>
      <div className="kit-matrix-foot">
        <span id={`${id}hint`} className="kit-faint">
          {t('targets.hint')}
        </span>
        <span className="kit-matrix-say" aria-live="polite">
          {props.describe(active)}
        </span>
      </div>
    </>
  );
}
