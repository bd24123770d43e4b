import { useState } from 'react';
import { Button } from 'antd';
import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { csvFile } from '@/kit/csv';
import { download } from '@/kit/list-export';
import { useErrorWords } from '@/kit/words';
import { wideTable } from './export';
import { PART_ROWS, rowsOf, type MatrixPart, type MatrixSource } from './source';

/** The wide table as CSV; of a matrix that is fetched in parts, all of them one after the other. */
export function ExportMatrix(props: {
  source: MatrixSource;
  name: string;
  /** What is shown is not yet what is asked for. */
  busy: boolean;
  print: () => Promise<void>;
}) {
  const { source, name, busy } = props;
  const { t } = useTranslation();
  const { open } = useNotification();
  const errorWords = useErrorWords();
  const [running, setRunning] = useState(false);
  const { on, opening } = source.answer;
  async function run(work: () => Promise<void>): Promise<void> {
    setRunning(true);
    try {
      await work();
    } catch (error) {
      open?.({ type: 'error', message: t('kit.export.failed'), description: errorWords(error) });
    } finally {
      setRunning(false);
    }
  }
  async function exportAll(): Promise<void> {
    const { heads, rows } = wideTable(source.whole ?? (await allParts(source)), {
      staff_code: t('reports.columns.staff_code'),
      last_name: t('reports.export.last_name'),
      first_name: t('reports.export.first_name'),
      target: (code) => t('reports.export.target', { code }),
      change: (code) => t('reports.export.change', { code }),
      figures: [t('reports.totals.compliance'), t('reports.totals.gap'), t('reports.totals.at_risk')],
    });
    download(`${name}-${opening ? `${opening}_` : ''}${on}.csv`, csvFile(heads, rows));
  }
  return (
    <>
      <Button icon={<DownloadOutlined aria-hidden />} loading={running} onClick={() => void run(exportAll)}>
        {t('kit.export.csv')}
      </Button>
      <Button icon={<PrinterOutlined aria-hidden />} disabled={running || busy} onClick={() => void run(props.print)}>
        {t('kit.report.print')}
      </Button>
    </>
  );
}

async function allParts(source: MatrixSource): Promise<MatrixPart> {
  const { row_count, columns } = source.answer;
  const all = { rows: [] as MatrixPart['rows'][number][], cells: [] as MatrixPart['cells'][number][] };
  for (let row = 0; row < row_count; row += PART_ROWS) {
    const part = await rowsOf(source, row, row + PART_ROWS);
    all.rows.push(...part.rows);
    all.cells.push(...part.cells);
  }
  return { ...all, columns };
}
