import type { CrudFilter } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { exportableFields } from '@contract/exports';
import { listQuery } from '@/api/list-dialect-query';
import { ExportMenu } from './export-menu';
import { CreateButton, useImport } from './list-create';
import { useWords } from '@/components/words';
import type { ResourceModule } from '../module';

/** What a list offers beside its rows: export and Create. */
export function ListActions(props: {
  module: ResourceModule;
  columns: readonly string[];
  filters: CrudFilter[];
  sorters: { field: string; order: 'asc' | 'desc' }[];
  total: number;
  /** The empty state carries the one Create there is. */
  neverUsed: boolean;
  create: () => void;
}) {
  const { t } = useTranslation();
  const { definition, files } = props.module;
  const also = files && {
    address: files.address,
    formats: files.formats.map((key) => ({ key, label: t(`${definition.name}.files.${key}`) })),
  };
  const { title } = useWords(definition);
  const brought = useImport(props.module);
  const query = () => {
    const asked = listQuery({ filters: props.filters, sorters: props.module.fixedExport ? [] : props.sorters });
    const chosen = exportableFields(definition).filter((name) => props.columns.includes(name));
    if (!props.module.fixedExport)
      asked.set('columns', props.columns.filter((name) => chosen.includes(name)).join(','));
    return asked;
  };
  return (
    <>
      {props.total > 0 && (
        <ExportMenu address={`exports/${definition.name}`} title={title} also={also} query={query} more={brought} />
      )}
      {brought?.dialog}
      {!props.neverUsed && <CreateButton module={props.module} create={props.create} />}
    </>
  );
}
