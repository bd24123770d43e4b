// Unsaved edits of the target grid, with undo. The cell key `staff_id skill_id` does not depend on filter or position.
export type Level = 0 | 1 | 2 | 3 | 4 | null;
export type CellKey = `${string} ${string}`;
export const cellKey = (holder: string, skill: string): CellKey => `${holder} ${skill}`;
const ROLE_PREFIX = 'r:';
/** Marks a job role in a cell key; a person has the bare id. */
export const toRoleHolder = (id: string): string => ROLE_PREFIX + id;
export const parseRoleHolder = (holder: string): string | null =>
  holder.startsWith(ROLE_PREFIX) ? holder.slice(ROLE_PREFIX.length) : null;

export interface LevelChange {
  readonly key: CellKey;
  readonly level: Level;
}

export interface Edits {
  /** Cells that differ from the saved targets. */
  readonly changed: ReadonlyMap<CellKey, Level>;
  /** Earlier values of `changed`, newest last; `future` is for redo. */
  readonly past: readonly ReadonlyMap<CellKey, Level>[];
  readonly future: readonly ReadonlyMap<CellKey, Level>[];
}

export const NO_EDITS: Edits = { changed: new Map(), past: [], future: [] };
const MAX_UNDO_STEPS = 200;

/** Adds one undo step. A cell set back to its saved level is no change; a step without effect is not added. */
export function applyChanges(edits: Edits, changes: readonly LevelChange[], saved: (key: CellKey) => Level): Edits {
  const changed = new Map(edits.changed);
  for (const { key, level } of changes) {
    if (saved(key) === level) changed.delete(key);
    else changed.set(key, level);
  }
  if (isSame(changed, edits.changed)) return edits;
  return { changed, past: [...edits.past.slice(-MAX_UNDO_STEPS + 1), edits.changed], future: [] };
}

export function undoStep(edits: Edits): Edits {
  const previous = edits.past.at(-1);
  if (!previous) return edits;
  return { changed: previous, past: edits.past.slice(0, -1), future: [...edits.future, edits.changed] };
}

export function redoStep(edits: Edits): Edits {
  const next = edits.future.at(-1);
  if (!next) return edits;
  return { changed: next, past: [...edits.past, edits.changed], future: edits.future.slice(0, -1) };
}

/** Removes saved cells from the changes and clears undo and redo. */
export function markSaved(edits: Edits, saved: readonly CellKey[]): Edits {
  const changed = new Map(edits.changed);
  for (const key of saved) changed.delete(key);
  return { changed, past: [], future: [] };
}

function isSame(a: ReadonlyMap<CellKey, Level>, b: ReadonlyMap<CellKey, Level>): boolean {
  return a.size === b.size && [...a].every(([key, level]) => b.has(key) && b.get(key) === level);
}

/** Edits of a stored draft; invalid entries are dropped. */
export function parseDraftEdits(draft: Record<string, unknown> | null): Edits {
  const changed = Object.entries(draft ?? {}).filter(
    (entry): entry is [CellKey, Level] => entry[0].includes(' ') && isLevel(entry[1]),
  );
  return { ...NO_EDITS, changed: new Map(changed) };
}

export const isLevel = (value: unknown): value is Level =>
  value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 4);
