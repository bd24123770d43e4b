import { useState } from 'react';
import { Button } from 'antd';
import { DownloadOutlined } from '@ant-design/icons';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { PAGE_MAX } from '@contract/list-dialect';
import { csvFile } from '../csv';
import { download } from '../list-export';
import { useErrorWords } from '../words';
import {
  exportQuery,
  reportQuery,
  type ReportDefinition,
  type ReportLoader,
  type ReportRow,
  type ReportState,
} from './report-definition';

/** All rows of a report as CSV, as its filters and its order have them. */
export function ReportExport({
  definition,
  state,
  load,
  total,
  written,
}: {
  definition: ReportDefinition;
  state: ReportState;
  load: ReportLoader;
  total: number;
  /** The rows as the server writes them, however many there are. */
  written?: ((query: URLSearchParams) => Promise<string>) | undefined;
}) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const errorWords = useErrorWords();
  const [running, setRunning] = useState(false);
  async function run(): Promise<void> {
    setRunning(true);
    try {
      const { columns } = definition;
      const dates = [state.filters.fdate, state.filters.tdate].filter(Boolean).join('_');
      const name = `${definition.name}${dates ? `-${dates}` : ''}.csv`;
      const heads = columns.map((column) => t(column.labelKey));
      if (written) {
        download(name, csvFile(heads, []) + (await written(exportQuery(definition, state))));
        return;
      }
      const rows: ReportRow[] = [];
      for (let from = 0; from < total; from += PAGE_MAX)
        rows.push(...(await load(reportQuery(definition, state, { from, to: from + PAGE_MAX }))).rows);
      download(
        name,
        csvFile(
          heads,
          rows.map((row) => columns.map((column) => row[column.name])),
        ),
      );
    } catch (error) {
      open?.({ type: 'error', message: t('kit.export.failed'), description: errorWords(error) });
    } finally {
      setRunning(false);
    }
  }
  return (
    <Button icon={<DownloadOutlined aria-hidden />} loading={running} onClick={() => void run()}>
      {t('kit.export.csv')}
    </Button>
  );
}
