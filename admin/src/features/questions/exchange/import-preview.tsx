import { CheckCircleFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { ExchangeQuestionRow, QuestionImportResponse } from '@contract/question-exchange';
import { formatCount, formatPercent } from '@/components/format';
import { PlainText } from '@/components/plain-text';
import { StatusTag } from '@/components/status-tag';

const TONES = { new: 'success', unchanged: 'neutral', different: 'warning', repeated: 'neutral' } as const;

export function ImportCounts({ answer }: { answer: QuestionImportResponse }) {
  const { t, i18n } = useTranslation();
  const { created, unchanged, different, repeated, format } = answer;
  const counts = { new: created, unchanged, different, repeated };
  const states = (Object.keys(counts) as (keyof typeof counts)[]).filter((state) => counts[state] > 0);
  return (
    <p className="sg-row sg-wrap sg-gap-8" role="status">
      {format && (
        <span className="sg-soft">
          {t('questions.import.read_as', { format: t(`questions.import.formats.${format}`) })}
        </span>
      )}
      {states.map((state) => (
        <StatusTag key={state} tone={TONES[state]}>
          {t(`questions.import.counts.${state}`, { n: formatCount(counts[state], i18n.language) })}
        </StatusTag>
      ))}
    </p>
  );
}

/** The questions as learners see them, with right answers marked. */
export function ImportPreview({ answer: { questions, found } }: { answer: QuestionImportResponse }) {
  const { t, i18n } = useTranslation();
  const count = (n: number) => formatCount(n, i18n.language);
  return (
    <section className="sg-stack sg-gap-12" aria-labelledby="qst-preview">
      <h3 id="qst-preview">{t('questions.import.preview.title')}</h3>
      {questions.map((question) => (
        <QuestionPreview key={question.line} question={question} />
      ))}
      {found > questions.length && (
        <p className="sg-small sg-soft">
          {t('questions.import.preview.more', { n: count(questions.length), total: count(found) })}
        </p>
      )}
    </section>
  );
}

function QuestionPreview({ question }: { question: ExchangeQuestionRow }) {
  const { t, i18n } = useTranslation();
  const { kind, line, state, text, options } = question;
  return (
    <article className="qst-previewed sg-card sg-stack sg-gap-8" data-state={state}>
      <header className="sg-row sg-wrap sg-gap-8 sg-small">
        <span className="sg-number sg-faint">
          {t('questions.import.problems.line', { line: formatCount(line, i18n.language) })}
        </span>
        <span className="sg-soft">{t(`questions.choices.kind.${kind}`)}</span>
        {state !== 'new' && <StatusTag tone={TONES[state]}>{t(`questions.import.state.${state}`)}</StatusTag>}
      </header>
      <PlainText block text={text} />
      <ul className="qst-shown sg-stack sg-gap-4">
        {options.map((option, at) => (
          <li key={at} className="sg-flex sg-baseline sg-gap-8">
            {option.fraction > 0 ? (
              <CheckCircleFilled aria-label={t('questions.options.right')} />
            ) : (
              <i aria-hidden="true" />
            )}
            <span className="sg-any">
              <PlainText text={option.text || '…'} />
              {option.match && (
                <>
                  {' – '}
                  <PlainText text={option.match} />
                </>
              )}
              {option.tolerance && <bdi> ± {option.tolerance}</bdi>}
            </span>
            {option.fraction !== 0 && option.fraction !== 1 && (
              <span className="sg-number sg-faint">{formatPercent(option.fraction * 100, i18n.language)}</span>
            )}
          </li>
        ))}
      </ul>
    </article>
  );
}
