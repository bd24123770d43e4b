import { useState } from 'react';
import { Alert, Button, Spin } from 'antd';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { QuestionImportResponse, ImportFormat } from '@contract/question-exchange';
import { questions } from '@contract/questions.resource';
import { formatCount } from '@/components/format';
import { SideDrawer } from '@/components/side-drawer';
import { useErrorText } from '@/components/resource-labels';
import { ImportCounts, ImportPreview } from './import-preview';
import { ImportProblems } from './import-problems';
import { FormatSelect, ImportSource } from './import-source';
import { importQuestions, type QuestionSource } from './import-questions';
import '../questions.css';
import './exchange.css';

/** Imports questions from a file or text, after a dry run with preview. */
export function QuestionImportDrawer({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const { open: notify } = useNotification();
  const invalidate = useInvalidate();
  const errorText = useErrorText();
  const [source, setSource] = useState<QuestionSource | null>(null);
  const [format, setFormat] = useState<ImportFormat | null>(null);
  const [answer, setAnswer] = useState<QuestionImportResponse | null>(null);
  const [step, setStep] = useState<'idle' | 'checking' | 'keeping'>('idle');
  const [error, setError] = useState<unknown>(null);
  const { language } = i18n;

  async function check(next: QuestionSource, nextFormat: ImportFormat | null): Promise<void> {
    setSource(next);
    setStep('checking');
    setError(null);
    try {
      setAnswer(await importQuestions(next, { format: nextFormat, dryRun: true, language }));
    } catch (failure) {
      setAnswer(null);
      setError(failure);
    } finally {
      setStep('idle');
    }
  }
  async function handleImport(): Promise<void> {
    if (!source) return;
    setStep('keeping');
    setError(null);
    try {
      const { created } = await importQuestions(source, { format, dryRun: false, language });
      await invalidate({ resource: questions.name, invalidates: ['list'] });
      notify?.({ type: 'success', message: t('questions.import.done', { n: formatCount(created, language) }) });
      onClose();
    } catch (failure) {
      // Data changed since the check: check again to list the problems by line.
      await check(source, format);
      setError(failure);
      setStep('idle');
    }
  }
  const reset = () => {
    setSource(null);
    setAnswer(null);
    setError(null);
  };
  const handleFormatChange = (nextFormat: ImportFormat | null) => {
    setFormat(nextFormat);
    if (source) void check(source, nextFormat);
  };
  const isReady = answer !== null && answer.problems_total === 0 && answer.created > 0;
  return (
    <SideDrawer
      onClose={onClose}
      title={t('questions.import.title')}
      footer={
        source && (
          <div className="sg-row sg-wrap sg-between sg-gap-8">
            <Button disabled={step !== 'idle'} onClick={reset}>
              {t('questions.import.other')}
            </Button>
            {isReady && (
              <Button
                type="primary"
                loading={step === 'keeping'}
                disabled={step !== 'idle'}
                onClick={() => void handleImport()}
              >
                {t('questions.import.submit', { count: answer.created, n: formatCount(answer.created, language) })}
              </Button>
            )}
          </div>
        )
      }
    >
      <div className="sg-stack sg-gap-16">
        {!source && <p className="sg-soft">{t('questions.import.text')}</p>}
        <FormatSelect value={format} onChoose={handleFormatChange} />
        {!source && <ImportSource busy={step !== 'idle'} onSource={(next) => void check(next, format)} />}
        {source?.name && <bdi className="sg-semi sg-any">{source.name}</bdi>}
        {error !== null && <Alert type="error" showIcon role="alert" message={errorText(error)} />}
        {step === 'checking' && (
          <p className="sg-row sg-gap-8" role="status">
            <Spin size="small" />
            {t('questions.import.checking')}
          </p>
        )}
        {answer && step !== 'checking' && <ImportCheckResult answer={answer} />}
      </div>
    </SideDrawer>
  );
}

function ImportCheckResult({ answer }: { answer: QuestionImportResponse }) {
  const { t } = useTranslation();
  const { found, created, different, problems_total } = answer;
  return (
    <>
      {found > 0 && <ImportCounts answer={answer} />}
      {problems_total > 0 && <ImportProblems answer={answer} />}
      {problems_total === 0 && created === 0 && (
        <Alert type="info" showIcon message={t('questions.import.nothing_new')} />
      )}
      {different > 0 && <Alert type="warning" showIcon message={t('questions.import.different_stay')} />}
      {found > 0 && <ImportPreview answer={answer} />}
    </>
  );
}
