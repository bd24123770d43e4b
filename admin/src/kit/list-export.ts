import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { CrudFilter, CrudSort } from '@refinedev/core';
import type { Field } from '@contract/fields';
import type { ResourceDefinition } from '@contract/resource';
import { readText } from '@/client/read';
import { csvFile } from './csv';
import { listQuery } from '@/client/list-dialect-query';
import { matchingRows } from '@/client/data';
import type { ResourceModule } from './module';
import { fetchNames } from './names';
import { useErrorWords, useWords } from './words';
import { todayIn } from './dates';
import { useMe, useModules } from './kit-context';

export function download(fileName: string, content: string, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * The filtered rows as CSV, all pages of them. Heads are the field names and cells the stored values, with the name of
 * a referred row in a column beside its id: an export can be imported again (screens.md §1).
 */
export function useListExport({ definition, serverExport }: ResourceModule) {
  const client = useQueryClient();
  const { open } = useNotification();
  const { t } = useTranslation();
  const words = useWords(definition);
  const errorWords = useErrorWords();
  const [running, setRunning] = useState(false);
  const { time_zone } = useMe();
  const definitionOf = useDefinitions(definition);

  async function run(columns: readonly string[], filters: CrudFilter[], sorters: CrudSort[]): Promise<void> {
    setRunning(true);
    const name = `${definition.name}-${todayIn(time_zone)}.csv`;
    try {
      if (serverExport) {
        download(name, await readText(`exports/${definition.name}?${listQuery({ filters }).toString()}`));
        open?.({ type: 'success', message: t('kit.export.made', { title: words.title }) });
        return;
      }
      const { rows } = await matchingRows(definition.name, filters, sorters, Infinity);
      const fields = columns.flatMap((name): [string, Field][] => {
        const field = definition.fields[name];
        return field ? [[name, field]] : [];
      });
      const names = new Map<string, ReadonlyMap<string, string>>();
      for (const [name, field] of fields) {
        if (field.kind !== 'ref' || !field.resource) continue;
        const ids = rows.map((row) => row[name]).filter((id): id is string => typeof id === 'string');
        names.set(name, await fetchNames(client, field.resource, definitionOf(name), ids));
      }
      const heads = fields.flatMap(([name, field]) =>
        field.kind === 'ref' ? [name, name.replace(/_id$/, '')] : [name],
      );
      const cells = rows.map((row) =>
        fields.flatMap(([name, field]) => {
          const value = row[name];
          if (field.kind === 'ref') return [value, names.get(name)?.get(String(value)) ?? ''];
          return [Array.isArray(value) ? value.join(' ') : value];
        }),
      );
      download(name, csvFile(heads, cells));
      open?.({ type: 'success', message: t('kit.export.done', { count: rows.length, title: words.title }) });
    } catch (error) {
      open?.({ type: 'error', message: t('kit.export.failed'), description: errorWords(error) });
    } finally {
      setRunning(false);
    }
  }
  return { run, running };
}

/** The definitions that this resource's references point to, by the field's name. */
function useDefinitions(definition: ResourceDefinition): (field: string) => ResourceDefinition | undefined {
  const modules = useModules();
  return (name) => modules.get(definition.fields[name]?.resource ?? '')?.definition;
}
