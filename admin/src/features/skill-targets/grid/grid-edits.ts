/**
 * What is being typed into the target grid, and how to take it back. Pure. A cell is named by what it is about, not by
 * where it stands, so that filtering and scrolling change nothing: `staff_id skill_id`.
 */
export type Level = 0 | 1 | 2 | 3 | 4 | null;
export type CellKey = `${string} ${string}`;
export const cellKey = (holder: string, skill: string): CellKey => `${holder} ${skill}`;
const ROLE = 'r:';
/** How the first half of a key names a job role; a person stands there by the bare id. */
export const roleHolder = (id: string): string => ROLE + id;
export const asRole = (holder: string): string | null => (holder.startsWith(ROLE) ? holder.slice(ROLE.length) : null);

export interface Change {
  readonly key: CellKey;
  readonly level: Level;
}

export interface Edits {
  /** Cells that differ from what is saved. */
  readonly changed: ReadonlyMap<CellKey, Level>;
  /** What `changed` was before each step, newest last; the same for redo. */
  readonly past: readonly ReadonlyMap<CellKey, Level>[];
  readonly future: readonly ReadonlyMap<CellKey, Level>[];
}

export const NO_EDITS: Edits = { changed: new Map(), past: [], future: [] };
/** Steps that can be taken back. */
const STEPS_KEPT = 200;

/** One step: what equals the saved level is no change any more; a step that changes nothing is none. */
export function edited(edits: Edits, changes: readonly Change[], saved: (key: CellKey) => Level): Edits {
  const changed = new Map(edits.changed);
  for (const { key, level } of changes) {
    if (saved(key) === level) changed.delete(key);
    else changed.set(key, level);
  }
  if (isSame(changed, edits.changed)) return edits;
  return { changed, past: [...edits.past.slice(-STEPS_KEPT + 1), edits.changed], future: [] };
}

export function undone(edits: Edits): Edits {
  const back = edits.past.at(-1);
  if (!back) return edits;
  return { changed: back, past: edits.past.slice(0, -1), future: [...edits.future, edits.changed] };
}

export function redone(edits: Edits): Edits {
  const ahead = edits.future.at(-1);
  if (!ahead) return edits;
  return { changed: ahead, past: [...edits.past, edits.changed], future: edits.future.slice(0, -1) };
}

/** After saving these: the others stay changed. What was taken back before is not to come again. */
export function settled(edits: Edits, saved: readonly CellKey[]): Edits {
  const changed = new Map(edits.changed);
  for (const key of saved) changed.delete(key);
  return { changed, past: [], future: [] };
}

function isSame(a: ReadonlyMap<CellKey, Level>, b: ReadonlyMap<CellKey, Level>): boolean {
  return a.size === b.size && [...a].every(([key, level]) => b.has(key) && b.get(key) === level);
}

/** What was typed before the session ended; anything that is not a level is dropped. */
export function editsFrom(kept: Record<string, unknown> | null): Edits {
  const changed = Object.entries(kept ?? {}).filter(
    (entry): entry is [CellKey, Level] => entry[0].includes(' ') && isLevel(entry[1]),
  );
  return { ...NO_EDITS, changed: new Map(changed) };
}

export const isLevel = (value: unknown): value is Level =>
  value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 4);
