import { useCallback, useState } from 'react';
import type { Field } from '@contract/fields';
import type { ResourceDefinition } from '@contract/resource';
import type { ResourceModule } from '../resource-module';

/** The fields a list may show, in the definition's order; `shown` are the default columns. */
export function listableFields(definition: ResourceDefinition): { name: string; field: Field; shown: boolean }[] {
  return Object.entries(definition.fields)
    .filter(([, field]) => (field.list ?? 'never') !== 'never')
    .map(([name, field]) => ({ name, field, shown: field.list === 'shown' }));
}

/** Drops unknown names; falls back to the default columns. */
function readColumns(definition: ResourceDefinition, stored: string | null): string[] {
  const all = listableFields(definition);
  const defaults = all.filter(({ shown }) => shown).map(({ name }) => name);
  try {
    const chosen: unknown = JSON.parse(stored ?? 'null');
    if (!Array.isArray(chosen)) return defaults;
    const names = all.map(({ name }) => name).filter((name) => chosen.includes(name));
    return names.length > 0 ? names : defaults;
  } catch {
    return defaults;
  }
}

/** Local storage key of the chosen columns; lists scoped to one person have a key of their own. */
export const columnsStorageKey = (module: Pick<ResourceModule, 'definition' | 'narrowedTo'>): string =>
  ['columns', module.definition.name, module.narrowedTo].filter(Boolean).join('.');

/** The visible columns of a list in this browser; `null` resets to the default. */
export function useVisibleColumns(
  module: ResourceModule,
): [names: string[], choose: (names: string[] | null) => void, chosen: boolean] {
  const { definition } = module;
  const key = columnsStorageKey(module);
  const [names, setNames] = useState(() => readColumns(definition, localStorage.getItem(key)));
  const [isChosen, setChosen] = useState(() => localStorage.getItem(key) !== null);
  const choose = useCallback(
    (chosen: string[] | null) => {
      if (chosen) localStorage.setItem(key, JSON.stringify(chosen));
      else localStorage.removeItem(key);
      setChosen(chosen !== null);
      setNames(readColumns(definition, chosen && JSON.stringify(chosen)));
    },
    [definition, key],
  );
  return [names, choose, isChosen];
}
