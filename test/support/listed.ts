import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Field, Fields } from '../../src/contract/fields';
import type { ResourceDefinition } from '../../src/contract/resource';
import { sortsOf } from '../../src/platform/definitions/list-query';

export type Definition = ResourceDefinition<Fields>;
const contract = join(__dirname, '../../src/contract');
/** Every resource that has a list. */
export const listed: Definition[] = readdirSync(contract)
  .filter((file) => file.endsWith('.resource.ts'))
  .flatMap((file) => Object.values(require(join(contract, file)) as Record<string, unknown>))
  .filter((value): value is Definition => typeof value === 'object' && value !== null && 'default_sort' in value)
  .filter((definition) => definition.id in definition.fields);

/** Read over all organisations by platform staff alone, and small: a price list, and what each pays by it. */
export const OF_NO_ORGANISATION = ['customers', 'subscribers', 'subscription-packages', 'support-messages'];

/** Each list in its default order and by each sort that it offers, both ways round. */
export const ordersOf = (definition: Definition): string[] => [
  `/api/${definition.name}?`,
  ...[...sortsOf(definition), 'id'].flatMap((name) => [
    `/api/${definition.name}?_sort=${name}&_order=asc&`,
    `/api/${definition.name}?_sort=${name}&_order=desc&`,
  ]),
];

/** A value that a filter of that kind takes; few rows have it, if any. */
function sampleOf({ kind, choices, example }: Field): string {
  if (['id', 'ref', 'refMany'].includes(kind)) return '01890a5d-ac96-774b-bcce-b302099a8057';
  if (['whole', 'money', 'level'].includes(kind)) return '3';
  if (kind === 'flag') return 'true';
  if (kind === 'instant') return '2018-01-01T09:30:00Z';
  if (kind === 'day') return '2018-03-01';
  return choices?.at(-1) ?? String(example ?? 'zz');
}

/** Each filter that a list offers, in each way that its kind takes. @param whose a filter that is compared with the session instead */
export const filtersOf = (definition: Definition, whose?: string): string[] =>
  Object.entries(definition.fields)
    .filter(([name, field]) => field.filter && name !== whose)
    .flatMap(([name, field]) => {
      const value = encodeURIComponent(sampleOf(field));
      const isText = ['text', 'email', 'phone', 'url', 'markdown'].includes(field.kind);
      const ways = ['', '_ne', ...(isText ? ['_like'] : [])];
      return [...ways.map((way) => `${name}${way}=${value}`), `${name}_null=true`].map(
        (filter) => `/api/${definition.name}?${filter}&`,
      );
    });
