import type { Level } from './grid-edits';

/** What a cell of the grid shows. Pure. */
export interface CellLook {
  readonly level: Level;
  readonly text: string;
  /** Begins with a blank: appended to the cell's own class. */
  readonly className: string;
  readonly error: string | undefined;
}

export function cellLook(cell: {
  level: Level;
  /** What the job role asks for where the person has no target of their own. */
  fromRole: Level;
  changed: boolean;
  loaded: boolean;
  error: string | undefined;
}): CellLook {
  const { level, fromRole, changed, loaded, error } = cell;
  const isInherited = level === null && fromRole !== null;
  const marks = [changed && 'changed', error && 'wrong', isInherited && 'inherited', !loaded && 'loading'].filter(
    Boolean,
  );
  const shown = level ?? fromRole;
  return {
    level,
    text: loaded || changed ? (shown === null ? '' : String(shown)) : '',
    className: marks.map((mark) => ` ${mark}`).join(''),
    error,
  };
}
