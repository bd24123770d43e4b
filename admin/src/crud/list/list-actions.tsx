import type { CrudFilter } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { exportableFields } from '@contract/exports';
import { buildListQuery } from '@/api/list-dialect-query';
import { ExportMenu } from './export-menu';
import { CreateButton, useImport } from './list-create';
import { useResourceLabels } from '@/components/resource-labels';
import type { ResourceModule } from '../resource-module';

/** Actions of a list: export, import, create. */
export function ListActions(props: {
  module: ResourceModule;
  columns: readonly string[];
  filters: CrudFilter[];
  sorters: { field: string; order: 'asc' | 'desc' }[];
  total: number;
  /** The empty state has the create button then. */
  neverUsed: boolean;
  create: () => void;
}) {
  const { t } = useTranslation();
  const { definition, files } = props.module;
  const otherFiles = files && {
    address: files.address,
    formats: files.formats.map((key) => ({ key, label: t(`${definition.name}.files.${key}`) })),
  };
  const { title } = useResourceLabels(definition);
  const importAction = useImport(props.module);
  const query = () => {
    const params = buildListQuery({ filters: props.filters, sorters: props.module.fixedExport ? [] : props.sorters });
    const chosen = exportableFields(definition).filter((name) => props.columns.includes(name));
    if (!props.module.fixedExport)
      params.set('columns', props.columns.filter((name) => chosen.includes(name)).join(','));
    return params;
  };
  return (
    <>
      {props.total > 0 && (
        <ExportMenu
          address={`exports/${definition.name}`}
          title={title}
          otherFiles={otherFiles}
          query={query}
          extraItem={importAction}
        />
      )}
      {importAction?.dialog}
      {!props.neverUsed && <CreateButton module={props.module} create={props.create} />}
    </>
  );
}
