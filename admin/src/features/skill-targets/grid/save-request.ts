import { TARGET_CHANGES_MAX, type TargetGridChange } from '@contract/skill-targets.resource';
import { parseRoleHolder, type CellKey, type Level } from './grid-edits';

/** Changes of one `PUT /api/skill-targets/grid`. */
export interface SaveBatch {
  readonly keys: readonly CellKey[];
  readonly changes: readonly TargetGridChange[];
}

/** At most TARGET_CHANGES_MAX changes, the limit of one request. */
export function takeFirstBatch(changed: ReadonlyMap<CellKey, Level>): SaveBatch {
  const entries = [...changed].slice(0, TARGET_CHANGES_MAX);
  return {
    keys: entries.map(([key]) => key),
    changes: entries.map(([key, level]) => {
      const [holder = '', skill_id = ''] = key.split(' ');
      const roleId = parseRoleHolder(holder);
      return roleId === null ? { staff_id: holder, skill_id, level } : { job_role_id: roleId, skill_id, level };
    }),
  };
}

const UUID_PATTERN = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Assigns server errors to cells, by index (`changes.3.level`) or by the unknown ids in the message. `rest`: messages
 * without a cell.
 */
export function assignErrorsToCells(
  errors: Readonly<Record<string, readonly string[]>>,
  keys: readonly CellKey[],
): { cells: ReadonlyMap<CellKey, string>; rest: readonly string[] } {
  const cells = new Map<CellKey, string>();
  const rest: string[] = [];
  for (const [field, messages] of Object.entries(errors)) {
    const text = messages.join(' ');
    const indexedKey = keys[Number(/^changes\.(\d+)/.exec(field)?.[1] ?? -1)];
    const ids: readonly string[] = text.match(UUID_PATTERN) ?? [];
    const affectedKeys = indexedKey ? [indexedKey] : keys.filter((key) => ids.some((id) => key.includes(id)));
    for (const key of affectedKeys) cells.set(key, text);
    if (affectedKeys.length === 0) rest.push(text);
  }
  return { cells, rest };
}
