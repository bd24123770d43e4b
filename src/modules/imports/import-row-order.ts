import { uniqueFields } from '../../contract/imports';
import { normalizeKey } from '../../common/text-normalization';
import type { ResourceDefinition } from '../../contract/resource';
import type { Fields } from '../../contract/fields';
import type { Values } from './import-row.entity';

interface Row {
  readonly given: Values;
}

/**
 * Import order: a row comes after the row of its parent in the same file (manager, parent category). Undo runs in
 * reverse order, so that children are removed first.
 * @param key null: rows cannot refer to each other
 * @returns the place of each row, and the indexes of rows in a cycle
 */
export function orderRows(
  definition: ResourceDefinition<Fields>,
  key: string | null,
  rows: readonly Row[],
): { places: number[]; cycles: ReadonlySet<number> } {
  const { name, fields } = definition;
  const parentField = Object.keys(fields).find(
    (field) => fields[field]!.kind === 'ref' && fields[field]!.resource === name,
  );
  const indexByKey = new Map<string, number>();
  for (const field of key === null ? [] : uniqueFields(definition))
    rows.forEach(({ given }, index) => {
      const value = given[field];
      if (typeof value === 'string' && !indexByKey.has(normalizeKey(value))) indexByKey.set(normalizeKey(value), index);
    });
  const parentIndex = ({ given }: Row): number | undefined => {
    const text = parentField === undefined ? null : given[parentField];
    return typeof text === 'string' ? indexByKey.get(normalizeKey(text)) : undefined;
  };
  const places = Array.from<number>({ length: rows.length }).fill(-1);
  const cycles = new Set<number>();
  let next = 0;
  for (let start = 0; start < rows.length; start++) {
    const path: number[] = [];
    const onPath = new Set<number>();
    for (
      let index: number | undefined = start;
      index !== undefined && places[index] === -1;
      index = parentIndex(rows[index]!)
    ) {
      if (onPath.has(index)) {
        for (const each of path.slice(path.indexOf(index))) cycles.add(each);
        break;
      }
      path.push(index);
      onPath.add(index);
    }
    for (const index of path.reverse()) places[index] = next++;
  }
  return { places, cycles };
}
