import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Field, Fields } from '../../src/contract/fields';
import type { ResourceDefinition } from '../../src/contract/resource';
import { sortableNames } from '../../src/infrastructure/rest/list-query';

export type Definition = ResourceDefinition<Fields>;
const contract = join(__dirname, '../../src/contract');
/** Every resource that has a list. */
export const registeredResources: Definition[] = readdirSync(contract)
  .filter((file) => file.endsWith('.resource.ts'))
  .flatMap((file) => Object.values(require(join(contract, file)) as Record<string, unknown>))
  .filter((value): value is Definition => typeof value === 'object' && value !== null && 'default_sort' in value)
  .filter((definition) => definition.id in definition.fields);

/** Small lists across all customers that only platform staff read. */
export const PLATFORM_LISTS = ['customers', 'subscribers', 'subscription-packages', 'support-messages'];

/** URLs of the list in its default order and by each sort in both directions. */
export const sortedListUrls = (definition: Definition): string[] => [
  `/api/${definition.name}?`,
  ...[...sortableNames(definition), 'id'].flatMap((name) => [
    `/api/${definition.name}?_sort=${name}&_order=asc&`,
    `/api/${definition.name}?_sort=${name}&_order=desc&`,
  ]),
];

/** A valid filter value of that kind that few or no rows have. */
function filterValue({ kind, choices, example }: Field): string {
  if (['id', 'ref', 'refMany'].includes(kind)) return '01890a5d-ac96-774b-bcce-b302099a8057';
  if (['whole', 'money', 'level'].includes(kind)) return '3';
  if (kind === 'flag') return 'true';
  if (kind === 'instant') return '2018-01-01T09:30:00Z';
  if (kind === 'day') return '2018-03-01';
  return choices?.at(-1) ?? String(example ?? 'zz');
}

/** URLs with each variant of each filter. @param sessionField a filter compared with the session instead */
export const filteredListUrls = (definition: Definition, sessionField?: string): string[] =>
  Object.entries(definition.fields)
    .filter(([name, field]) => field.filter && name !== sessionField)
    .flatMap(([name, field]) => {
      const value = encodeURIComponent(filterValue(field));
      const isText = ['text', 'email', 'phone', 'url', 'markdown'].includes(field.kind);
      const suffixes = ['', '_ne', ...(isText ? ['_like'] : [])];
      return [...suffixes.map((suffix) => `${name}${suffix}=${value}`), `${name}_null=true`].map(
        (filter) => `/api/${definition.name}?${filter}&`,
      );
    });
