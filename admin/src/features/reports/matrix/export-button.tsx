import { useState } from 'react';
import { Button } from 'antd';
import { PrinterOutlined } from '@ant-design/icons';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { REPORT_FORMATS } from '@contract/exports';
import { ExportMenu } from '@/crud/list/export-menu';
import { useErrorWords } from '@/components/words';

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
  const { open } = useNotification();
  const errorWords = useErrorWords();
  const [printing, setPrinting] = useState(false);
  async function print(): Promise<void> {
    setPrinting(true);
    try {
      await props.print();
    } catch (error) {
      open?.({ type: 'error', message: t('kit.export.failed'), description: errorWords(error) });
    } finally {
      setPrinting(false);
    }
  }
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
        loading={printing}
        disabled={props.busy}
        onClick={() => void print()}
      >
        {t('kit.report.print')}
      </Button>
    </>
  );
}
