import { useState } from 'react';
import { Alert, Button, Skeleton } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TriedAnswers } from '@contract/attempt-answers';
import type { QuizRow } from '@contract/quizzes.resource';
import { http } from '@/api/http';
import { read } from '@/api/read';
import { formatCount, formatPercent } from '@/components/format';
import { FailedState } from '@/components/states';
import { SideDrawer } from '@/components/side-drawer';
import { useErrorWords } from '@/components/words';
import type { Given } from '@/features/learner/quiz/given';
import { TryQuestion } from './try-question';

/** "What would this answer score?" The quiz as a learner meets it, graded by the server; nothing is kept. */
export function TryQuiz({ quiz, close }: { quiz: QuizRow; close: () => void }) {
  const { t, i18n } = useTranslation();
  const errorWords = useErrorWords();
  const [given, setGiven] = useState<Readonly<Record<string, Given>>>({});
  const [tried, setTried] = useState<TriedAnswers | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const sheet = useQuery({
    queryKey: ['quiz-preview', quiz.id],
    queryFn: () => read(`quizzes/${quiz.id}/preview`),
    gcTime: 0,
    staleTime: Infinity,
  });

  async function check(): Promise<void> {
    setProblem(null);
    // What was left open, too: of what is drawn the server knows by it which questions were shown.
    const shown = sheet.data?.questions ?? [];
    const answers = shown.map(({ question_id }) => ({ question_id, ...(given[question_id] ?? { option_id: [] }) }));
    try {
      setTried((await http.post<TriedAnswers>(`/api/quizzes/${quiz.id}/try`, { answers })).data);
    } catch (error) {
      setProblem(errorWords(error));
    }
  }
  const count = (value: number) => formatCount(Math.round(value * 100) / 100, i18n.language);
  return (
    <SideDrawer
      onClose={close}
      title={t('quizzes.try.title', { title: quiz.title })}
      footer={
        <div className="kit-form-footer qz-try-foot sg-row sg-to-end sg-gap-8">
          <span role="status">
            {tried && (
              <strong className={tried.passed ? 'kit-tone-success' : 'kit-tone-error'}>
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
          <Button type="primary" disabled={!sheet.data} onClick={() => void check()}>
            {t('quizzes.try.check')}
          </Button>
        </div>
      }
    >
      <p className="trn-lead">{t('quizzes.try.lead')}</p>
      {problem && <Alert type="error" showIcon role="alert" message={problem} />}
      {sheet.isError && <FailedState error={sheet.error} retry={() => void sheet.refetch()} />}
      {sheet.isLoading && <Skeleton active paragraph={{ rows: 8 }} />}
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
