import { Button } from 'antd';
import { PrinterOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { REPORT_FORMATS } from '@contract/exports';
import { ExportMenu } from '@/crud/list/export-menu';
import { useSubmit } from '@/components/use-submit';

/** Exports the matrix as a file from the server, or prints it. */
export function MatrixExportButtons(props: {
  path: string;
  title: string;
  query: URLSearchParams;
  /** The matrix shown does not match the filters yet. */
  busy: boolean;
  print: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const { busy, run } = useSubmit({ toast: t('kit.export.failed') });
  return (
    <>
      <ExportMenu
        address={`${props.path}/export`}
        title={props.title}
        formats={REPORT_FORMATS}
        query={() => props.query}
        disabled={props.busy}
      />
      <Button
        icon={<PrinterOutlined aria-hidden />}
        loading={busy}
        disabled={props.busy}
        onClick={() => void run(props.print)}
      >
        {t('kit.report.print')}
      </Button>
    </>
  );
}
