import { Button } from 'antd';
import { PrinterOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { REPORT_FORMATS } from '@contract/exports';
import { ExportMenu } from '@/crud/list/export-menu';
import { useSubmit } from '@/components/use-submit';

/** The wide table as a file of the server's, and on paper. */
export function ExportMatrix(props: {
  /** Of the report, below /api. */
  path: string;
  title: string;
  /** What the report is asked. */
  query: URLSearchParams;
  /** What is shown is not yet what is asked for. */
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
