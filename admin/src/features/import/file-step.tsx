import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Spin, Upload } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ImportResponse } from '@contract/import.responses';
import { IMPORT_LIMITS, TEMPLATE_FORMATS } from '@contract/imports';
import type { ResourceDefinition } from '@contract/resource';
import { saveFile, downloadFile } from '@/api/file-download';
import { fileQuery } from '@/api/file-format';
import { formatCount, MEGABYTE } from '@/components/format';
import { useSubmit } from '@/components/use-submit';
import { uploadImportFile } from './use-import';

export function FileStep(props: { definition: ResourceDefinition; onUploaded: (file: ImportResponse) => void }) {
  const { definition, onUploaded } = props;
  const { t, i18n } = useTranslation();
  const upload = useSubmit();
  const download = useSubmit();
  const isUploading = upload.busy;
  const problem = upload.problem ?? download.problem;
  const number = (value: number) => formatCount(value, i18n.language);

  const handleFile = (file: File) => {
    download.clear();
    return upload.run(async () => onUploaded(await uploadImportFile(definition.name, file)));
  };
  const downloadTemplate = (format: string) => {
    upload.clear();
    return download.run(async () => {
      const query = new URLSearchParams({ resource: definition.name, ...fileQuery(format, i18n.language) });
      const { name, content } = await downloadFile(`imports/template?${query.toString()}`, () => undefined);
      saveFile(name, content);
    });
  };
  return (
    <Flex vertical gap={24} className="imp-column">
      <Flex component="section" vertical gap={12} className="sg-card">
        <h3>{t('import.template.title')}</h3>
        <p className="sg-soft">{t('import.template.text')}</p>
        <Flex wrap gap={8}>
          {TEMPLATE_FORMATS.map((format) => (
            <Button key={format} icon={<DownloadOutlined aria-hidden />} onClick={() => void downloadTemplate(format)}>
              {t(`import.template.${format}`)}
            </Button>
          ))}
        </Flex>
      </Flex>
      {problem && <Alert type="error" showIcon role="alert" message={problem} />}
      <Upload.Dragger
        accept=".csv,.tsv,.txt,.xlsx"
        showUploadList={false}
        disabled={isUploading}
        beforeUpload={(file) => {
          void handleFile(file);
          return false;
        }}
      >
        <p className="ant-upload-drag-icon">{isUploading ? <Spin /> : <InboxOutlined aria-hidden />}</p>
        <p className="ant-upload-text">{isUploading ? t('import.upload.sending') : t('import.upload.title')}</p>
        <p className="ant-upload-hint">
          {t('import.upload.text', {
            rows: number(IMPORT_LIMITS.rows),
            csv: number(IMPORT_LIMITS.bytes / MEGABYTE),
            xlsx: number(IMPORT_LIMITS.workbook / MEGABYTE),
          })}
        </p>
      </Upload.Dragger>
      <span role="status" className="sg-visually-hidden">
        {isUploading && t('import.upload.sending')}
      </span>
    </Flex>
  );
}
