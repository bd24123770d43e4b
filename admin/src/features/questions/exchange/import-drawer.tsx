import { useState } from 'react';
import { Alert, Button, Spin } from 'antd';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { ImportAnswer, ImportFormat } from '@contract/question-exchange';
import { questions } from '@contract/questions.resource';
import { formatCount } from '@/components/format';
import { SideDrawer } from '@/components/side-drawer';
import { useErrorWords } from '@/components/words';
import { ImportCounts, ImportPreview } from './import-preview';
import { ImportProblems } from './import-problems';
import { FormatChoice, ImportSource } from './import-source';
import { sendQuestions, type Source } from './send-questions';
import '../questions.css';
import './exchange.css';

/** Questions from a file: chosen, checked and looked at before anything is kept. */
export function ImportDrawer({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const { open: notify } = useNotification();
  const invalidate = useInvalidate();
  const errorWords = useErrorWords();
  const [source, setSource] = useState<Source | null>(null);
  const [format, setFormat] = useState<ImportFormat | null>(null);
  const [answer, setAnswer] = useState<ImportAnswer | null>(null);
  const [step, setStep] = useState<'idle' | 'checking' | 'keeping'>('idle');
  const [error, setError] = useState<unknown>(null);
  const { language } = i18n;

  async function check(next: Source, named: ImportFormat | null): Promise<void> {
    setSource(next);
    setStep('checking');
    setError(null);
    try {
      setAnswer(await sendQuestions(next, { format: named, dryRun: true, language }));
    } catch (refused) {
      setAnswer(null);
      setError(refused);
    } finally {
      setStep('idle');
    }
  }
  async function keep(): Promise<void> {
    if (!source) return;
    setStep('keeping');
    setError(null);
    try {
      const { created } = await sendQuestions(source, { format, dryRun: false, language });
      await invalidate({ resource: questions.name, invalidates: ['list'] });
      notify?.({ type: 'success', message: t('questions.import.done', { n: formatCount(created, language) }) });
      onClose();
    } catch (refused) {
      // Something has changed since it was checked: what it is, is told by line.
      await check(source, format);
      setError(refused);
      setStep('idle');
    }
  }
  const forget = () => {
    setSource(null);
    setAnswer(null);
    setError(null);
  };
  const choose = (named: ImportFormat | null) => {
    setFormat(named);
    if (source) void check(source, named);
  };
  const isReady = answer !== null && answer.problems_total === 0 && answer.created > 0;
  return (
    <SideDrawer
      onClose={onClose}
      title={t('questions.import.title')}
      footer={
        source && (
          <div className="sg-row sg-wrap sg-between sg-gap-8">
            <Button disabled={step !== 'idle'} onClick={forget}>
              {t('questions.import.other')}
            </Button>
            {isReady && (
              <Button
                type="primary"
                loading={step === 'keeping'}
                disabled={step !== 'idle'}
                onClick={() => void keep()}
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
        <FormatChoice value={format} choose={choose} />
        {!source && <ImportSource busy={step !== 'idle'} take={(next) => void check(next, format)} />}
        {source?.name && <bdi className="sg-semi sg-any">{source.name}</bdi>}
        {error !== null && <Alert type="error" showIcon role="alert" message={errorWords(error)} />}
        {step === 'checking' && (
          <p className="sg-row sg-gap-8" role="status">
            <Spin size="small" />
            {t('questions.import.checking')}
          </p>
        )}
        {answer && step !== 'checking' && <Checked answer={answer} />}
      </div>
    </SideDrawer>
  );
}

function Checked({ answer }: { answer: ImportAnswer }) {
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
