import { useState } from 'react';
import { Alert, Button, Flex, Select, Upload } from 'antd';
import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '@/components/use-submit';
import { LANGUAGES, LANGUAGE_NAMES, type Language } from '@contract/languages';
import type { CaptionAnswer } from '@contract/training-answers';
import type { TrainingRow } from '@contract/trainings.resource';
import { http } from '@/api/http';
import { apiKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { formatCount } from '@/components/format';
import { FailedState } from '@/components/states';

/** What is said in the video, a file a language; given again, it takes the place of the one before. */
export function CaptionsPanel({ row }: { row: TrainingRow }) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const { open: notify } = useNotification();
  const [language, setLanguage] = useState<Language>('en');
  const { busy, problem, run } = useSubmit();
  const address = `trainings/${row.id}/captions` as const;
  const path = `/api/${address}`;
  const given = useApiQuery(address);

  const doing = (work: () => Promise<{ data: CaptionAnswer[] }>, done: string) =>
    run(async () => {
      queries.setQueryData(apiKey(address), (await work()).data);
      notify?.({ type: 'success', message: t(done) });
    });
  const send = (file: File) => {
    const body = new FormData();
    body.append('file', file, file.name);
    void doing(() => http.put<CaptionAnswer[]>(`${path}/${language}`, body), 'captions.saved');
  };
  const remove = (code: string) =>
    void doing(() => http.delete<CaptionAnswer[]>(`${path}/${code}`), 'captions.removed');

  if (given.isError) return <FailedState error={given.error} retry={() => void given.refetch()} />;
  return (
    <Flex vertical gap={12} align="start" component="section">
      <h2>{t('captions.title')}</h2>
      <p className="sg-soft">{t('captions.lead')}</p>
      {(given.data?.length ?? 0) > 0 && (
        <ul className="sg-lines sg-entries sg-whole">
          {given.data!.map((caption) => (
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
