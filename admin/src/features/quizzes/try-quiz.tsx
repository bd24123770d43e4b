import { useState } from 'react';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TriedAnswers } from '@contract/attempt-answers';
import type { QuizRow } from '@contract/quizzes.resource';
import { http } from '@/api/http';
import { useApiQuery } from '@/api/use-api-query';
import { formatCount, formatPercent } from '@/components/format';
import { QueryState } from '@/components/states';
import { SideDrawer } from '@/components/side-drawer';
import { useSubmit } from '@/components/use-submit';
import type { Given } from '@/features/learner/quiz/given';
import { TryQuestion } from './try-question';

/** "What would this answer score?" The quiz as a learner meets it, graded by the server; nothing is kept. */
export function TryQuiz({ quiz, close }: { quiz: QuizRow; close: () => void }) {
  const { t, i18n } = useTranslation();
  const [given, setGiven] = useState<Readonly<Record<string, Given>>>({});
  const [tried, setTried] = useState<TriedAnswers | null>(null);
  const { problem, run } = useSubmit();
  const sheet = useApiQuery(`quizzes/${quiz.id}/preview`, {}, { gcTime: 0, staleTime: 'static' });

  function check(): void {
    // What was left open, too: of what is drawn the server knows by it which questions were shown.
    const shown = sheet.data?.questions ?? [];
    const answers = shown.map(({ question_id }) => ({ question_id, ...(given[question_id] ?? { option_id: [] }) }));
    void run(async () => setTried((await http.post<TriedAnswers>(`/api/quizzes/${quiz.id}/try`, { answers })).data));
  }
  const count = (value: number) => formatCount(Math.round(value * 100) / 100, i18n.language);
  return (
    <SideDrawer
      onClose={close}
      title={t('quizzes.try.title', { title: quiz.title })}
      footer={
        <div className="kit-form-footer sg-row sg-to-end sg-gap-8">
          <span role="status">
            {tried && (
              <strong className={tried.passed ? 'sg-success' : 'sg-error'}>
                {t(tried.passed ? 'quizzes.try.passed' : 'quizzes.try.failed', {
                  score: formatPercent(tried.score ?? 0, i18n.language),
                  correct: count(tried.correct),
                  total: count(tried.total),
                  mark: formatPercent(quiz.pass_mark, i18n.language),
                  count: tried.total,
                })}
              </strong>
            )}
          </span>
          <Button type="primary" disabled={!sheet.data} onClick={() => check()}>
            {t('quizzes.try.check')}
          </Button>
        </div>
      }
    >
      <p className="sg-soft sg-mb-16">{t('quizzes.try.lead')}</p>
      {problem && <Alert type="error" showIcon role="alert" message={problem} />}
      <QueryState query={sheet} rows={8} />
      {sheet.data?.questions.map((question) => (
        <TryQuestion
          key={question.question_id}
          question={question}
          given={given[question.question_id] ?? {}}
          give={(answer) => {
            setGiven({ ...given, [question.question_id]: answer });
            // The figures belong to the answers they were reckoned from.
            setTried(null);
          }}
          earned={tried?.questions.find(({ question_id }) => question_id === question.question_id)?.earned}
        />
      ))}
    </SideDrawer>
  );
}
