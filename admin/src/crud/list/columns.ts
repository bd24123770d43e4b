import { useCallback, useState } from 'react';
import type { Field } from '@contract/fields';
import type { ResourceDefinition } from '@contract/resource';
import type { ResourceModule } from '../module';

/** The fields a list may show, in the definition's order; `shown` is the definition's own choice. */
export function listableFields(definition: ResourceDefinition): { name: string; field: Field; shown: boolean }[] {
  return Object.entries(definition.fields)
    .filter(([, field]) => (field.list ?? 'never') !== 'never')
    .map(([name, field]) => ({ name, field, shown: field.list === 'shown' }));
}

/** Only names the definition still knows; at least one. */
function readColumns(definition: ResourceDefinition, kept: string | null): string[] {
  const all = listableFields(definition);
  const usual = all.filter(({ shown }) => shown).map(({ name }) => name);
  try {
    const chosen: unknown = JSON.parse(kept ?? 'null');
    if (!Array.isArray(chosen)) return usual;
    const names = all.map(({ name }) => name).filter((name) => chosen.includes(name));
    return names.length > 0 ? names : usual;
  } catch {
    return usual;
  }
}

/** Where a browser keeps the columns of a list; one that is narrowed to a person keeps its own. */
export const keyOfColumns = (module: Pick<ResourceModule, 'definition' | 'narrowedTo'>): string =>
  ['columns', module.definition.name, module.narrowedTo].filter(Boolean).join('.');

/** Which columns this browser shows for a list; `null` resets to the definition's choice. */
export function useColumns(
  module: ResourceModule,
): [names: string[], choose: (names: string[] | null) => void, chosen: boolean] {
  const { definition } = module;
  const key = keyOfColumns(module);
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
