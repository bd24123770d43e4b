import { uniqueFields } from '../contract/imports';
import { keyOf } from '../platform/folded';
import type { ResourceDefinition } from '../contract/resource';
import type { Fields } from '../contract/fields';
import type { Values } from './import-row.entity';

interface Row {
  readonly given: Values;
}

/**
 * The turn of each row: behind that of the row of the same file below which it is put (a manager, a category above), so that
 * each is put where it belongs at once, and undone from the end each is free to go.
 * @param key null: no row can name another one
 * @returns the places by the rows' order, and those that stand in a circle
 */
export function placesOf(
  definition: ResourceDefinition<Fields>,
  key: string | null,
  rows: readonly Row[],
): { places: number[]; circles: ReadonlySet<number> } {
  const { name, fields } = definition;
  const own = Object.keys(fields).find((field) => fields[field]!.kind === 'ref' && fields[field]!.resource === name);
  const atOf = new Map<string, number>();
  for (const field of key === null ? [] : uniqueFields(definition))
    rows.forEach(({ given }, at) => {
      const value = given[field];
      if (typeof value === 'string' && !atOf.has(keyOf(value))) atOf.set(keyOf(value), at);
    });
  const aboveOf = ({ given }: Row): number | undefined => {
    const text = own === undefined ? null : given[own];
    return typeof text === 'string' ? atOf.get(keyOf(text)) : undefined;
  };
  const places = Array.from<number>({ length: rows.length }).fill(-1);
  const circles = new Set<number>();
  let next = 0;
  for (let begin = 0; begin < rows.length; begin++) {
    const way: number[] = [];
    const onWay = new Set<number>();
    for (let at: number | undefined = begin; at !== undefined && places[at] === -1; at = aboveOf(rows[at]!)) {
      if (onWay.has(at)) {
        for (const each of way.slice(way.indexOf(at))) circles.add(each);
        break;
      }
      way.push(at);
      onWay.add(at);
    }
    for (const at of way.reverse()) places[at] = next++;
  }
  return { places, circles };
}
