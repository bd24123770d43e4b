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
import { GridFoot } from '@/report-kit/matrix/grid-foot';
import { GridFrame, type GridHandle } from '@/report-kit/matrix/grid-frame';
import type { MatrixHead } from '@/report-kit/matrix/matrix-types';
import type { Place } from '@/report-kit/matrix/steps';
import { isInside, type Block } from './grid-block';
import { targetBrush, type TargetCell } from './target-brush';
import type { Holder } from './use-axes';

export interface TargetGridProps {
  readonly holders: readonly Holder[];
  readonly skills: readonly SkillRow[];
  readonly cell: (row: number, column: number) => Omit<TargetCell, 'selected' | 'refused'>;
  /** Why a cell is refused. */
  readonly problem: (row: number, column: number) => string | undefined;
  /** What a cell says in words; null while it is not known. */
  readonly describe: (place: Place) => string | null;
  readonly active: Place;
  readonly block: Block;
  /** `extend`: the selection grows from where it began. */
  readonly select: (place: Place, extend: boolean) => void;
  /** Keep it stable: another one is asked at once for what is in view. */
  readonly onSeen: (rows: { rowFrom: number; rowTo: number }) => void;
  /** True: the key was the page's (a level, undo, fill, save). */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly onCopy: (event: ClipboardEvent) => void;
  readonly onCut: (event: ClipboardEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
  readonly label: string;
  readonly frame: RefObject<GridHandle | null>;
}

/** The matrix's grid with one selection and the keys of a spreadsheet. What a key does is the page's. */
export function TargetGrid(props: TargetGridProps) {
  const { holders, skills, active, block, select, frame } = props;
  const { t } = useTranslation();
  const id = useId();
  const dragging = useRef(false);
  useEffect(() => {
    const stop = () => (dragging.current = false);
    addEventListener('mouseup', stop);
    return () => removeEventListener('mouseup', stop);
  }, []);
  const columns = useMemo(() => skills.map(columnHead), [skills]);
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
    // As in a spreadsheet: down, or up again; never beyond the ends.
    const row = Math.min(holders.length - 1, Math.max(0, active.row + (event.shiftKey ? -1 : 1)));
    select({ ...active, row }, false);
    frame.current?.reveal({ ...active, row });
    return true;
  };
  const onMouse = (event: MouseEvent, place: Place | null) => {
    if (!place) return;
    if (event.type === 'mousedown' && event.button === 0) {
      dragging.current = true;
      select(place, event.shiftKey);
    } else if (event.type === 'mouseover' && dragging.current) select(place, true);
  };
  return (
    <>
      <GridFrame
        ref={frame}
        {...{ id, content, onKey, onMouse }}
        brush={targetBrush}
        rowCount={holders.length}
        columnCount={skills.length}
        onSeen={props.onSeen}
        go={select}
        corner={t('targets.corner', { rows: holders.length, columns: skills.length })}
        // What stands above and the bar that saves stay in view together with it.
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
      <GridFoot live id={id} hint={t('targets.hint')} announced={props.describe(active) ?? ''} />
    </>
  );
}

const columnHead = ({ skill_id, skill_code, name, skill_group }: SkillRow): MatrixHead => ({
  id: skill_id,
  label: name,
  note: skill_code,
  ...(skill_group && { group: skill_group }),
});
