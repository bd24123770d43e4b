import { useState } from 'react';
import { Alert, Button, Input, Segmented, Select, Upload } from 'antd';
import { InboxOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import {
  EXCHANGE_BYTES_MAX,
  EXCHANGE_QUESTIONS_MAX,
  IMPORT_FORMATS,
  type ImportFormat,
} from '@contract/question-exchange';
import { formatCount } from '@/components/format';
import type { QuestionSource } from './import-questions';

/** Chooses a file or takes pasted text. */
export function ImportSource({ onSource, busy }: { onSource: (source: QuestionSource) => void; busy: boolean }) {
  const { t, i18n } = useTranslation();
  const [from, setFrom] = useState<'file' | 'text'>('file');
  const [text, setText] = useState('');
  const [isTooLarge, setTooLarge] = useState(false);
  const limits = {
    questions: formatCount(EXCHANGE_QUESTIONS_MAX, i18n.language),
    megabytes: formatCount(EXCHANGE_BYTES_MAX / 1_000_000, i18n.language),
  };
  const handleSource = (source: QuestionSource) => {
    const isLarger = source.content.size > EXCHANGE_BYTES_MAX;
    setTooLarge(isLarger);
    if (!isLarger) onSource(source);
  };
  return (
    <div className="sg-stack sg-gap-12">
      <div>
        <Segmented
          className="qst-kind"
          aria-label={t('questions.import.from.label')}
          value={from}
          onChange={setFrom}
          options={(['file', 'text'] as const).map((value) => ({ value, label: t(`questions.import.from.${value}`) }))}
        />
      </div>
      {from === 'file' ? (
        <Upload.Dragger
          showUploadList={false}
          disabled={busy}
          beforeUpload={(file) => {
            handleSource({ content: file, name: file.name });
            // No upload by antd: the file is sent twice, for the dry run and for the import.
            return false;
          }}
        >
          <p className="ant-upload-drag-icon">
            <InboxOutlined aria-hidden="true" />
          </p>
          <p className="ant-upload-text">{t('questions.import.drop')}</p>
          <p className="ant-upload-hint">{t('questions.import.rules', limits)}</p>
        </Upload.Dragger>
      ) : (
        <>
          <Input.TextArea
            dir="auto"
            rows={10}
            className="sg-mono"
            value={text}
            aria-label={t('questions.import.paste')}
            placeholder={t('questions.import.paste')}
            onChange={(event) => setText(event.target.value)}
          />
          <div>
            <Button
              type="primary"
              loading={busy}
              disabled={text.trim() === ''}
              onClick={() => handleSource({ content: new Blob([text]), name: null })}
            >
              {t('questions.import.check')}
            </Button>
          </div>
        </>
      )}
      {isTooLarge && <Alert type="error" showIcon role="alert" message={t('errors.question_file_too_large', limits)} />}
    </div>
  );
}

/** Select for the file format; null detects it. */
export function FormatSelect(props: { value: ImportFormat | null; onChoose: (format: ImportFormat | null) => void }) {
  const { t } = useTranslation();
  const formatOptions = IMPORT_FORMATS.map((value) => ({
    value: value as string,
    label: t(`questions.import.formats.${value}`),
  }));
  return (
    <label className="qst-format sg-row sg-wrap sg-gap-8">
      <span>{t('questions.import.format')}</span>
      <Select
        value={props.value ?? ''}
        options={[{ value: '', label: t('questions.import.as_it_looks') }, ...formatOptions]}
        onChange={(value) => props.onChoose(value === '' ? null : (value as ImportFormat))}
      />
    </label>
  );
}
