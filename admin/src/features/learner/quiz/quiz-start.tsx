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
import { FailedState, StatePanel } from '@/components/states';
import { StatusTag } from '@/components/status-tag';
import { LEARNER, useLearnings } from '../learner-data';
import { BackLink, StaffOnly, Waiting } from '../learner-frame';
import { percentWords } from '../learner-words';
import { isOpen, quizStateOf, type Learning } from '../learning';
import { attemptApi } from './attempt-api';
import { useTimeWords } from './time-words';
import './quiz.css';

/** /my-training/:trainingId/quiz: what is coming, before the first question is served. */
export function QuizStartPage() {
  const { trainingId = '' } = useParams();
  return <StaffOnly>{(staffId, zone) => <Loaded staffId={staffId} trainingId={trainingId} zone={zone} />}</StaffOnly>;
}

function Loaded(props: { staffId: string; trainingId: string; zone: string | undefined }) {
  const { t } = useTranslation();
  const { data, isError, error, refetch } = useLearnings(props.staffId, props.trainingId);
  const [learning] = data ?? [];
  usePageTitle(learning?.quiz?.title ?? t('learner.next.quiz'));
  if (isError) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const back = `/my-training/${props.trainingId}`;
  return (
    <div className="lr-quiz">
      <BackLink to={back} label={learning?.training?.title ?? t('learner.title')} />
      {learning?.quiz ? (
        <Start learning={learning} quiz={learning.quiz} zone={props.zone} />
      ) : (
        <section className="sg-card">
          <StatePanel drawing="empty" title={t('learner.no_quiz.title')} text={t('learner.no_quiz.text')} />
        </section>
      )}
    </div>
  );
}

function Start({ learning, quiz, zone }: { learning: Learning; quiz: QuizRow; zone: string | undefined }) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { busy, problem, run } = useSubmit();
  const state = quizStateOf(quiz, learning, Date.now());
  const language = i18n.language;
  const extra = useOwnExtra(quiz);
  const timeWords = useTimeWords();
  const here = `/my-training/${quiz.training_id}/quiz`;

  const begin = () =>
    run(async () => {
      // Asked for an attempt whose time is over, the server would begin the next one: the old one is looked at first.
      const attemptId = state.overdue?.attempt_id ?? (await attemptApi.start(quiz.training_id)).data.attempt_id;
      void queryClient.invalidateQueries({ queryKey: resourceKey(LEARNER) });
      void navigate(`${here}/${attemptId}`);
    });

  const facts: readonly [name: string, value: string][] = [
    [t('learner.start.questions'), formatCount(quiz.question_count ?? 0, language)],
    [t('learner.start.mark'), percentWords(quiz.pass_mark ?? 0, language)],
    [t('learner.start.time'), timeWords(quiz.time_limit_minutes, extra)],
    [t('learner.start.left'), state.left === null ? t('learner.start.no_limit') : formatCount(state.left, language)],
  ];
  const ruleOf = ({ at_end, grace_minutes }: QuizRow) =>
    at_end === 'grace'
      ? t('learner.start.rule_grace', { grace: formatMinutes(grace_minutes ?? 0, language) })
      : t(at_end === 'abandon' ? 'learner.start.rule_abandon' : 'learner.start.rule_time');
  const canBegin = state.running !== null || state.overdue !== null || (state.left !== 0 && state.pauseUntil === null);
  // An extra attempt can be given to an open assignment only.
  const asksForMore = isOpen(learning) && !state.passed;
  return (
    <Flex component="section" className="sg-card" vertical align="start" gap={20}>
      <h1>
        <bdi>{quiz.title}</bdi>
      </h1>
      <Row className="sg-whole" gutter={[16, 16]}>
        {facts.map(([name, value]) => (
          <Col key={name} xs={12} md={6}>
            <Statistic title={name} value={value} formatter={String} />
          </Col>
        ))}
      </Row>
      {!state.running && canBegin && (
        <ul className="sg-dots sg-soft">
          <li>{t('learner.start.rule_saved')}</li>
          {quiz.time_limit_minutes && <li>{ruleOf(quiz)}</li>}
          <li>{t(quiz.review === 'during' ? 'learner.start.rule_during' : 'learner.start.rule_keys')}</li>
        </ul>
      )}
      {state.running && <Alert role="note" showIcon message={t('learner.start.running')} />}
      {state.overdue && (
        <Alert
          type="warning"
          role="note"
          showIcon
          message={t(quiz.at_end === 'auto_submit' ? 'learner.start.overdue' : 'learner.start.overdue_other')}
        />
      )}
      {state.passed && !state.running && <p className="sg-medium sg-success">{t('learner.start.passed')}</p>}
      {!canBegin && (
        <Alert
          role="note"
          showIcon
          message={
            state.left === 0
              ? t(asksForMore ? 'learner.start.none_left' : 'learner.start.all_used', { count: state.allowed ?? 0 })
              : t('learner.start.pause', { at: formatInstant(state.pauseUntil ?? '', language, zone) })
          }
        />
      )}
      {problem && <Alert type="warning" showIcon message={problem} />}
      {canBegin && (
        <Button
          type={state.passed && !state.running ? 'default' : 'primary'}
          size="large"
          loading={busy}
          onClick={() => void begin()}
        >
          {t(
            `learner.start.${state.running ? 'continue' : state.overdue ? 'see' : state.taken > 0 ? 'again' : 'begin'}`,
          )}
        </Button>
      )}
      <Attempts learning={learning} here={here} zone={zone} />
    </Flex>
  );
}

/** Minutes that one has beside the limit. */
function useOwnExtra({ id, time_limit_minutes }: QuizRow): number | null {
  const { user } = useSession();
  const { data } = useApiQuery(`quizzes/${id}/extra-times`, {}, { enabled: time_limit_minutes !== null });
  // An admin who learns is told everybody's.
  return data?.times.find(({ staff_id }) => staff_id === user?.staff_id)?.minutes ?? null;
}

function Attempts({ learning, here, zone }: { learning: Learning; here: string; zone: string | undefined }) {
  const { t, i18n } = useTranslation();
  const ended = learning.attempts.filter(({ status }) => status !== 'in_progress');
  if (ended.length === 0) return null;
  return (
    <div className="lr-attempts sg-whole">
      <h2>{t('learner.start.attempts')}</h2>
      <ul className="sg-lines">
        {ended.map((attempt) => (
          <Flex key={attempt.attempt_id} component="li" wrap align="center" gap="4px 16px">
            <Link to={`${here}/${attempt.attempt_id}`}>{t('learner.result.attempt', { no: attempt.attempt_no })}</Link>
            {attempt.status === 'abandoned' || attempt.status === 'voided' ? (
              <StatusTag tone="neutral">{t(`learner.result.${attempt.status}_short`)}</StatusTag>
            ) : (
              <StatusTag tone={attempt.result === 'passed' ? 'success' : 'error'}>
                {percentWords(attempt.score ?? 0, i18n.language)} · {t(`learner.result.${attempt.result ?? 'failed'}`)}
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
