import { useState } from 'react';
import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Spin, Upload } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ImportAnswer } from '@contract/import-answers';
import { IMPORT_LIMITS, TEMPLATE_FORMATS } from '@contract/imports';
import type { ResourceDefinition } from '@contract/resource';
import { keepFile, readFile } from '@/api/file';
import { fileQuery } from '@/api/file-format';
import { formatCount } from '@/components/format';
import { useErrorWords } from '@/components/words';
import { sendFile } from './use-import';

const MEGABYTE = 1024 * 1024;

/** A template to fill in, and where the file goes. */
export function FileStep(props: { definition: ResourceDefinition; sent: (file: ImportAnswer) => void }) {
  const { definition, sent } = props;
  const { t, i18n } = useTranslation();
  const errorWords = useErrorWords();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const number = (value: number) => formatCount(value, i18n.language);

  async function send(file: File): Promise<void> {
    setSending(true);
    setFailure(null);
    try {
      sent(await sendFile(definition.name, file));
    } catch (error) {
      setFailure(error);
    } finally {
      setSending(false);
    }
  }
  async function template(format: string): Promise<void> {
    setFailure(null);
    try {
      const query = new URLSearchParams({ resource: definition.name, ...fileQuery(format, i18n.language) });
      const { name, content } = await readFile(`imports/template?${query.toString()}`, () => undefined);
      keepFile(name, content);
    } catch (error) {
      setFailure(error);
    }
  }
  return (
    <div className="imp-column sg-stack sg-gap-24">
      <section className="sg-panel imp-box sg-stack sg-gap-12">
        <h3>{t('import.template.title')}</h3>
        <p className="sg-soft">{t('import.template.text')}</p>
        <div className="sg-row sg-wrap sg-gap-8">
          {TEMPLATE_FORMATS.map((format) => (
            <Button key={format} icon={<DownloadOutlined aria-hidden />} onClick={() => void template(format)}>
              {t(`import.template.${format}`)}
            </Button>
          ))}
        </div>
      </section>
      {failure !== null && <Alert type="error" showIcon role="alert" message={errorWords(failure)} />}
      <Upload.Dragger
        className="imp-drop"
        accept=".csv,.tsv,.txt,.xlsx"
        showUploadList={false}
        disabled={sending}
        beforeUpload={(file) => {
          void send(file);
          return false;
        }}
      >
        <div className="imp-drop-icon">{sending ? <Spin /> : <InboxOutlined aria-hidden />}</div>
        <div className="imp-drop-title">{sending ? t('import.upload.sending') : t('import.upload.title')}</div>
        <div className="sg-soft">
          {t('import.upload.text', {
            rows: number(IMPORT_LIMITS.rows),
            csv: number(IMPORT_LIMITS.bytes / MEGABYTE),
            xlsx: number(IMPORT_LIMITS.workbook / MEGABYTE),
          })}
        </div>
      </Upload.Dragger>
      <span role="status" className="sg-visually-hidden">
        {sending && t('import.upload.sending')}
      </span>
    </div>
  );
}
