import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldErrorDetail } from '@contract/field-errors';
import { EXCHANGE_PROBLEMS, type ExchangeProblem, type QuestionImportResponse } from '@contract/question-exchange';
import { fieldMessages } from '@/api/field-messages';
import { formatCount } from '@/components/format';

export function ImportProblems({ answer: { problems, problems_total } }: { answer: QuestionImportResponse }) {
  const { t, i18n } = useTranslation();
  const problemText = useProblemText();
  const moreCount = problems_total - problems.length;
  return (
    <section className="sg-stack sg-gap-8" aria-labelledby="qst-problems">
      <Alert
        type="error"
        showIcon
        role="alert"
        message={<span id="qst-problems">{t('questions.import.problems.title')}</span>}
        description={t('questions.import.problems.text')}
      />
      <ol className="qst-problems sg-panel sg-lines">
        {problems.map((problem, at) => (
          <li key={at} className="sg-flex sg-baseline sg-gap-12">
            <span className="sg-number sg-faint sg-fixed">
              {t('questions.import.problems.line', { line: formatCount(problem.line, i18n.language) })}
            </span>
            <span className="sg-any">{problemText(problem)}</span>
          </li>
        ))}
      </ol>
      {moreCount > 0 && (
        <p className="sg-small sg-soft">
          {t('questions.import.problems.more', { n: formatCount(moreCount, i18n.language) })}
        </p>
      )}
    </section>
  );
}

/** Translates a problem; falls back to the server's message. */
function useProblemText(): (problem: ExchangeProblem) => string {
  const { t } = useTranslation();
  return ({ field, code, facts, message }) => {
    if (code in EXCHANGE_PROBLEMS) return t(`questions.import.problem.${code}`, facts);
    const details = { it: [{ code, facts } as FieldErrorDetail] };
    const said = fieldMessages({ errors: { it: [message] }, details })['it']![0]!;
    const [name = '', at] = (field ?? '').split('.');
    const part = at === undefined ? t(`questions.fields.${name}`) : t('questions.options.text', { at: Number(at) + 1 });
    return t('questions.import.problems.part', { part, said });
  };
}
