import {
  useEffect,
  useId,
  useMemo,
  useRef,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { SkillRow } from '@contract/skills.resource';
import type { GridContent } from '@/report-kit/matrix/grid-content';
import { GridFooter } from '@/report-kit/matrix/grid-footer';
import { GridFrame, type GridHandle } from '@/report-kit/matrix/grid-frame';
import type { MatrixHead } from '@/report-kit/matrix/matrix-types';
import type { CellPosition } from '@/report-kit/matrix/grid-navigation';
import { isInside, type Block } from './grid-block';
import { targetBrush, type TargetCell } from './target-brush';
import type { Holder } from './use-grid-axes';

export interface TargetGridProps {
  readonly holders: readonly Holder[];
  readonly skills: readonly SkillRow[];
  readonly cell: (row: number, column: number) => Omit<TargetCell, 'selected' | 'refused'>;
  /** Error text of a cell. */
  readonly problem: (row: number, column: number) => string | undefined;
  /** Accessible description of a cell; null while loading. */
  readonly describe: (position: CellPosition) => string | null;
  readonly active: CellPosition;
  readonly block: Block;
  /** `extend`: keeps the anchor of the selection. */
  readonly select: (position: CellPosition, extend: boolean) => void;
  /** Must be stable: a new function is called at once with the visible rows. */
  readonly onRangeChange: (rows: { rowFrom: number; rowTo: number }) => void;
  /** Returns true for a handled key (level, undo, fill, save). */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly onCopy: (event: ClipboardEvent) => void;
  readonly onCut: (event: ClipboardEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
  readonly label: string;
  readonly gridRef: RefObject<GridHandle | null>;
}

/** Matrix grid with a rectangular selection and spreadsheet keys. */
export function TargetGrid(props: TargetGridProps) {
  const { holders, skills, active, block, select, gridRef } = props;
  const { t } = useTranslation();
  const id = useId();
  const isDragging = useRef(false);
  useEffect(() => {
    const endDrag = () => (isDragging.current = false);
    addEventListener('mouseup', endDrag);
    return () => removeEventListener('mouseup', endDrag);
  }, []);
  const columns = useMemo(() => skills.map(toColumnHead), [skills]);
  const content: GridContent<TargetCell> = {
    row: (index) => holders[index],
    column: (index) => columns[index],
    cell: (row, column) => ({
      ...props.cell(row, column),
      refused: props.problem(row, column) !== undefined,
      selected: isInside(block, row, column),
    }),
    nameOf: (row, column) => props.describe({ row, column }),
    isCurrent: {
      row: (index) => index >= block.top && index <= block.bottom,
      column: (index) => index >= block.left && index <= block.right,
    },
    active,
    marks: (row, column) => ({ selected: isInside(block, row, column), problem: props.problem(row, column) }),
  };

  const onKey = (event: KeyboardEvent): boolean => {
    if (props.onKey(event)) return true;
    if (event.key !== 'Enter') return false;
    // As in a spreadsheet: Enter moves down, Shift+Enter up.
    const row = Math.min(holders.length - 1, Math.max(0, active.row + (event.shiftKey ? -1 : 1)));
    select({ ...active, row }, false);
    gridRef.current?.reveal({ ...active, row });
    return true;
  };
  const onMouse = (event: MouseEvent, position: CellPosition | null) => {
    if (!position) return;
    if (event.type === 'mousedown' && event.button === 0) {
      isDragging.current = true;
      select(position, event.shiftKey);
    } else if (event.type === 'mouseover' && isDragging.current) select(position, true);
  };
  return (
    <>
      <GridFrame
        ref={gridRef}
        {...{ id, content, onKey, onMouse }}
        brush={targetBrush}
        rowCount={holders.length}
        columnCount={skills.length}
        onRangeChange={props.onRangeChange}
        onMove={select}
        corner={t('targets.corner', { rows: holders.length, columns: skills.length })}
        // Leaves room for the header, the toolbar and the save bar.
        height="calc(100dvh - 300px - var(--sg-bar, 0px))"
        box={{
          'aria-label': props.label,
          'aria-describedby': `${id}hint`,
          'aria-multiselectable': true,
          onCopy: props.onCopy,
          onCut: props.onCut,
          onPaste: props.onPaste,
        }}
      />
      <GridFooter live id={id} hint={t('targets.hint')} announcement={props.describe(active) ?? ''} />
    </>
  );
}

const toColumnHead = ({ skill_id, skill_code, name, skill_group }: SkillRow): MatrixHead => ({
  id: skill_id,
  label: name,
  note: skill_code,
  ...(skill_group && { group: skill_group }),
});
