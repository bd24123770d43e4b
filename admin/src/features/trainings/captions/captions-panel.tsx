import { useState } from 'react';
import { Alert, Button, Flex, Select, Upload } from 'antd';
import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '@/components/use-submit';
import { LANGUAGES, LANGUAGE_NAMES, type Language } from '@contract/languages';
import type { CaptionResponse } from '@contract/training.responses';
import type { TrainingRow } from '@contract/trainings.resource';
import { http } from '@/api/http';
import { apiKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { formatCount } from '@/components/format';
import { FailedState } from '@/components/state-panels';

/** Captions of the video, one file per language; an upload replaces the previous file. */
export function CaptionsPanel({ row }: { row: TrainingRow }) {
  const { t, i18n } = useTranslation();
  const queryClient = useQueryClient();
  const { open: notify } = useNotification();
  const [language, setLanguage] = useState<Language>('en');
  const { busy, problem, run } = useSubmit();
  const endpoint = `trainings/${row.id}/captions` as const;
  const path = `/api/${endpoint}`;
  const captions = useApiQuery(endpoint);

  const runAndNotify = (request: () => Promise<{ data: CaptionResponse[] }>, messageKey: string) =>
    run(async () => {
      queryClient.setQueryData(apiKey(endpoint), (await request()).data);
      notify?.({ type: 'success', message: t(messageKey) });
    });
  const send = (file: File) => {
    const body = new FormData();
    body.append('file', file, file.name);
    void runAndNotify(() => http.put<CaptionResponse[]>(`${path}/${language}`, body), 'captions.saved');
  };
  const remove = (code: string) =>
    void runAndNotify(() => http.delete<CaptionResponse[]>(`${path}/${code}`), 'captions.removed');

  if (captions.isError) return <FailedState error={captions.error} retry={() => void captions.refetch()} />;
  return (
    <Flex vertical gap={12} align="start" component="section">
      <h2>{t('captions.title')}</h2>
      <p className="sg-soft">{t('captions.lead')}</p>
      {(captions.data?.length ?? 0) > 0 && (
        <ul className="sg-lines sg-entries sg-whole">
          {captions.data!.map((caption) => (
            <li key={caption.language}>
              <span>
                <strong>{LANGUAGE_NAMES[caption.language]}</strong> <bdi className="sg-any sg-soft">{caption.name}</bdi>
              </span>
              <span className="sg-row sg-gap-8">
                <span className="sg-number sg-soft">
                  {t('captions.cues', { cues: formatCount(caption.cues, i18n.language) })}
                </span>
                <Button
                  type="text"
                  danger
                  icon={<DeleteOutlined aria-hidden />}
                  disabled={busy}
                  aria-label={t('captions.remove', { language: LANGUAGE_NAMES[caption.language] })}
                  title={t('captions.remove', { language: LANGUAGE_NAMES[caption.language] })}
                  onClick={() => remove(caption.language)}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="sg-wrap sg-gap-8">
        <Select<Language>
          aria-label={t('captions.language')}
          value={language}
          onChange={setLanguage}
          popupMatchSelectWidth={false}
          options={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <Upload
          accept=".vtt,text/vtt"
          showUploadList={false}
          beforeUpload={(file) => {
            send(file);
            return false;
          }}
        >
          <Button icon={<UploadOutlined aria-hidden />} loading={busy}>
            {t('captions.choose')}
          </Button>
        </Upload>
      </div>
      <p className="sg-faint">{t('captions.rules')}</p>
      {problem && <Alert type="error" showIcon role="alert" message={problem} />}
    </Flex>
  );
}
