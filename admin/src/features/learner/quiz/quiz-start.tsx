import { Alert, Button, Col, Flex, Row, Statistic } from 'antd';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '@/components/use-submit';
import { Link, useNavigate, useParams } from 'react-router';
import type { QuizRow } from '@contract/quizzes.resource';
import { useSession } from '@/api/use-session';
import { resourceKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { usePageTitle } from '@/components/page-title';
import { formatCount, formatInstant, formatMinutes } from '@/components/format';
import { FailedState, StatePanel } from '@/components/state-panels';
import { StatusTag } from '@/components/status-tag';
import { LEARNER, useLearnings } from '../learner-data';
import { BackLink, RequireStaffAccount, CardSkeleton } from '../learner-frame';
import { percentText } from '../learner-texts';
import { isOpen, quizStateOf, type Learning } from '../learning';
import { attemptApi } from './attempt-api';
import { useTimeLimitText } from './use-time-limit-text';
import './quiz.css';

/** /my-training/:trainingId/quiz: rules and attempts before the first question is shown. */
export function QuizStartPage() {
  const { trainingId = '' } = useParams();
  return (
    <RequireStaffAccount>
      {(staffId, zone) => <QuizStartContent staffId={staffId} trainingId={trainingId} zone={zone} />}
    </RequireStaffAccount>
  );
}

function QuizStartContent(props: { staffId: string; trainingId: string; zone: string | undefined }) {
  const { t } = useTranslation();
  const { data, isError, error, refetch } = useLearnings(props.staffId, props.trainingId);
  const [learning] = data ?? [];
  usePageTitle(learning?.quiz?.title ?? t('learner.next.quiz'));
  if (isError) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <CardSkeleton />;
  const backPath = `/my-training/${props.trainingId}`;
  return (
    <div className="lr-quiz">
      <BackLink to={backPath} label={learning?.training?.title ?? t('learner.title')} />
      {learning?.quiz ? (
        <QuizStart learning={learning} quiz={learning.quiz} zone={props.zone} />
      ) : (
        <section className="sg-card">
          <StatePanel drawing="empty" title={t('learner.no_quiz.title')} text={t('learner.no_quiz.text')} />
        </section>
      )}
    </div>
  );
}

function QuizStart({ learning, quiz, zone }: { learning: Learning; quiz: QuizRow; zone: string | undefined }) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { busy, problem, run } = useSubmit();
  const state = quizStateOf(quiz, learning, Date.now());
  const language = i18n.language;
  const extraMinutes = useOwnExtraMinutes(quiz);
  const timeLimitText = useTimeLimitText();
  const quizPath = `/my-training/${quiz.training_id}/quiz`;

  const handleStart = () =>
    run(async () => {
      // `start` would begin the next attempt, so an overdue one is opened directly.
      const attemptId = state.overdueAttempt?.attempt_id ?? (await attemptApi.start(quiz.training_id)).data.attempt_id;
      void queryClient.invalidateQueries({ queryKey: resourceKey(LEARNER) });
      void navigate(`${quizPath}/${attemptId}`);
    });

  const figures: readonly [name: string, value: string][] = [
    [t('learner.start.questions'), formatCount(quiz.question_count ?? 0, language)],
    [t('learner.start.mark'), percentText(quiz.pass_mark ?? 0, language)],
    [t('learner.start.time'), timeLimitText(quiz.time_limit_minutes, extraMinutes)],
    [
      t('learner.start.left'),
      state.attemptsLeft === null ? t('learner.start.no_limit') : formatCount(state.attemptsLeft, language),
    ],
  ];
  const timeRuleText = ({ at_end, grace_minutes }: QuizRow) =>
    at_end === 'grace'
      ? t('learner.start.rule_grace', { grace: formatMinutes(grace_minutes ?? 0, language) })
      : t(at_end === 'abandon' ? 'learner.start.rule_abandon' : 'learner.start.rule_time');
  const canStart =
    state.runningAttempt !== null ||
    state.overdueAttempt !== null ||
    (state.attemptsLeft !== 0 && state.pauseUntil === null);
  // Extra attempts can only be granted for open assignments.
  const canGetExtraAttempt = isOpen(learning) && !state.passed;
  return (
    <Flex component="section" className="sg-card" vertical align="start" gap={20}>
      <h1>
        <bdi>{quiz.title}</bdi>
      </h1>
      <Row className="sg-whole" gutter={[16, 16]}>
        {figures.map(([name, value]) => (
          <Col key={name} xs={12} md={6}>
            <Statistic title={name} value={value} formatter={String} />
          </Col>
        ))}
      </Row>
      {!state.runningAttempt && canStart && (
        <ul className="sg-dots sg-soft">
          <li>{t('learner.start.rule_saved')}</li>
          {quiz.time_limit_minutes && <li>{timeRuleText(quiz)}</li>}
          <li>{t(quiz.review === 'during' ? 'learner.start.rule_during' : 'learner.start.rule_keys')}</li>
        </ul>
      )}
      {state.runningAttempt && <Alert role="note" showIcon message={t('learner.start.running')} />}
      {state.overdueAttempt && (
        <Alert
          type="warning"
          role="note"
          showIcon
          message={t(quiz.at_end === 'auto_submit' ? 'learner.start.overdue' : 'learner.start.overdue_other')}
        />
      )}
      {state.passed && !state.runningAttempt && <p className="sg-medium sg-success">{t('learner.start.passed')}</p>}
      {!canStart && (
        <Alert
          role="note"
          showIcon
          message={
            state.attemptsLeft === 0
              ? t(canGetExtraAttempt ? 'learner.start.none_left' : 'learner.start.all_used', {
                  count: state.attemptsAllowed ?? 0,
                })
              : t('learner.start.pause', { at: formatInstant(state.pauseUntil ?? '', language, zone) })
          }
        />
      )}
      {problem && <Alert type="warning" showIcon message={problem} />}
      {canStart && (
        <Button
          type={state.passed && !state.runningAttempt ? 'default' : 'primary'}
          size="large"
          loading={busy}
          onClick={() => void handleStart()}
        >
          {t(
            `learner.start.${state.runningAttempt ? 'continue' : state.overdueAttempt ? 'see' : state.attemptsUsed > 0 ? 'again' : 'begin'}`,
          )}
        </Button>
      )}
      <EndedAttempts learning={learning} quizPath={quizPath} zone={zone} />
    </Flex>
  );
}

/** Minutes granted to the current user in addition to the limit. */
function useOwnExtraMinutes({ id, time_limit_minutes }: QuizRow): number | null {
  const { user } = useSession();
  const { data } = useApiQuery(`quizzes/${id}/extra-times`, {}, { enabled: time_limit_minutes !== null });
  // Admins receive the extra times of all staff.
  return data?.times.find(({ staff_id }) => staff_id === user?.staff_id)?.minutes ?? null;
}

function EndedAttempts({
  learning,
  quizPath,
  zone,
}: {
  learning: Learning;
  quizPath: string;
  zone: string | undefined;
}) {
  const { t, i18n } = useTranslation();
  const endedAttempts = learning.attempts.filter(({ status }) => status !== 'in_progress');
  if (endedAttempts.length === 0) return null;
  return (
    <div className="lr-attempts sg-whole">
      <h2>{t('learner.start.attempts')}</h2>
      <ul className="sg-lines">
        {endedAttempts.map((attempt) => (
          <Flex key={attempt.attempt_id} component="li" wrap align="center" gap="4px 16px">
            <Link to={`${quizPath}/${attempt.attempt_id}`}>
              {t('learner.result.attempt', { no: attempt.attempt_no })}
            </Link>
            {attempt.status === 'abandoned' || attempt.status === 'voided' ? (
              <StatusTag tone="neutral">{t(`learner.result.${attempt.status}_short`)}</StatusTag>
            ) : (
              <StatusTag tone={attempt.result === 'passed' ? 'success' : 'error'}>
                {percentText(attempt.score ?? 0, i18n.language)} · {t(`learner.result.${attempt.result ?? 'failed'}`)}
              </StatusTag>
            )}
            <span className="sg-soft">
              {formatInstant(attempt.submitted_at ?? attempt.deadline ?? attempt.started_at, i18n.language, zone)}
            </span>
          </Flex>
        ))}
      </ul>
    </div>
  );
}
