import { Button } from 'antd';
import { DownloadOutlined } from '@ant-design/icons';
import type { CrudFilter } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { CreateButton } from './list-create';
import { useListExport } from './list-export';
import type { ResourceModule } from './module';

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
  const { run, running } = useListExport(props.module);
  return (
    <>
      {props.total > 0 && (
        <Button
          icon={<DownloadOutlined aria-hidden />}
          loading={running}
          onClick={() => void run(props.columns, props.filters, props.sorters)}
        >
          {t('kit.export.csv')}
        </Button>
      )}
      {!props.neverUsed && <CreateButton module={props.module} create={props.create} />}
    </>
  );
}
