import { TARGET_CHANGES_MAX, type TargetGridChange } from '@contract/skill-targets.resource';
import { asRole, type CellKey, type Level } from './grid-edits';

/** What goes to `PUT /api/skill-targets/grid`, and where its refusals belong. Pure. */
export interface Portion {
  readonly keys: readonly CellKey[];
  readonly changes: readonly TargetGridChange[];
}

/** The first changes that one call takes. */
export function firstPortion(changed: ReadonlyMap<CellKey, Level>): Portion {
  const entries = [...changed].slice(0, TARGET_CHANGES_MAX);
  return {
    keys: entries.map(([key]) => key),
    changes: entries.map(([key, level]) => {
      const [holder = '', skill_id = ''] = key.split(' ');
      const role = asRole(holder);
      return role === null ? { staff_id: holder, skill_id, level } : { job_role_id: role, skill_id, level };
    }),
  };
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * The server names a cell by its place in the call (`changes.3.level`), or the ids that name nothing (anymore); both
 * lead to cells. What leads to none is said above the grid.
 */
export function placedErrors(
  errors: Readonly<Record<string, readonly string[]>>,
  keys: readonly CellKey[],
): { cells: ReadonlyMap<CellKey, string>; rest: readonly string[] } {
  const cells = new Map<CellKey, string>();
  const rest: string[] = [];
  for (const [field, messages] of Object.entries(errors)) {
    const text = messages.join(' ');
    const named = keys[Number(/^changes\.(\d+)/.exec(field)?.[1] ?? -1)];
    const ids: readonly string[] = text.match(ID) ?? [];
    const meant = named ? [named] : keys.filter((key) => ids.some((id) => key.includes(id)));
    for (const key of meant) cells.set(key, text);
    if (meant.length === 0) rest.push(text);
  }
  return { cells, rest };
}
