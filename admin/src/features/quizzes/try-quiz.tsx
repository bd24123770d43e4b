import { useState } from 'react';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { QuizTrialResponse } from '@contract/attempt.responses';
import type { QuizRow } from '@contract/quizzes.resource';
import { http } from '@/api/http';
import { useApiQuery } from '@/api/use-api-query';
import { formatCount, formatPercent } from '@/components/format';
import { QueryState } from '@/components/state-panels';
import { SideDrawer } from '@/components/side-drawer';
import { useSubmit } from '@/components/use-submit';
import type { PartialAnswer } from '@/features/learner/quiz/partial-answer';
import { TryQuestion } from './try-question';

/** Trial of the quiz as a learner sees it, graded by the server without storing anything. */
export function TryQuiz({ quiz, close }: { quiz: QuizRow; close: () => void }) {
  const { t, i18n } = useTranslation();
  const [draftAnswers, setDraftAnswers] = useState<Readonly<Record<string, PartialAnswer>>>({});
  const [result, setResult] = useState<QuizTrialResponse | null>(null);
  const { problem, run } = useSubmit();
  const sheetQuery = useApiQuery(`quizzes/${quiz.id}/preview`, {}, { gcTime: 0, staleTime: 'static' });

  function handleCheck(): void {
    // Unanswered questions are sent too: they tell the server which questions were drawn.
    const questions = sheetQuery.data?.questions ?? [];
    const answers = questions.map(({ question_id }) => ({
      question_id,
      ...(draftAnswers[question_id] ?? { option_id: [] }),
    }));
    void run(async () =>
      setResult((await http.post<QuizTrialResponse>(`/api/quizzes/${quiz.id}/try`, { answers })).data),
    );
  }
  const count = (value: number) => formatCount(Math.round(value * 100) / 100, i18n.language);
  return (
    <SideDrawer
      onClose={close}
      title={t('quizzes.try.title', { title: quiz.title })}
      footer={
        <div className="kit-form-footer sg-row sg-to-end sg-gap-8">
          <span role="status">
            {result && (
              <strong className={result.passed ? 'sg-success' : 'sg-error'}>
                {t(result.passed ? 'quizzes.try.passed' : 'quizzes.try.failed', {
                  score: formatPercent(result.score ?? 0, i18n.language),
                  correct: count(result.correct),
                  total: count(result.total),
                  mark: formatPercent(quiz.pass_mark, i18n.language),
                  count: result.total,
                })}
              </strong>
            )}
          </span>
          <Button type="primary" disabled={!sheetQuery.data} onClick={() => handleCheck()}>
            {t('quizzes.try.check')}
          </Button>
        </div>
      }
    >
      <p className="sg-soft sg-mb-16">{t('quizzes.try.lead')}</p>
      {problem && <Alert type="error" showIcon role="alert" message={problem} />}
      <QueryState query={sheetQuery} rows={8} />
      {sheetQuery.data?.questions.map((question) => (
        <TryQuestion
          key={question.question_id}
          question={question}
          answer={draftAnswers[question.question_id] ?? {}}
          setAnswer={(answer) => {
            setDraftAnswers({ ...draftAnswers, [question.question_id]: answer });
            // The old result does not apply to changed answers.
            setResult(null);
          }}
          earned={result?.questions.find(({ question_id }) => question_id === question.question_id)?.earned}
        />
      ))}
    </SideDrawer>
  );
}
