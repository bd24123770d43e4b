import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { LinkButton } from '@/components/link-button';
import { formatInstant, formatShare } from '@/components/format';
import { useMe } from '@/crud/kit-context';
import { CertificateButtons } from '@/features/certificates/certificate-buttons';
import { GivesLine } from '../gives-line';
import { todayIn } from '@/components/dates';
import { LastsLine } from '../lasts-line';
import { percentWords, useDueWords } from '../learner-words';
import { SessionLine } from '../sessions/session-line';
import { hasVideo, isRead, quizStateOf, type Learning } from '../learning';
import { useDocument } from '../reader/use-document';
import { TrainingSteps } from './training-steps';

/** What completes this training, how far that is, and the way to the quiz; stays in view while the video plays. */
export function NextSteps(props: { learning: Learning; training: TrainingRow; opened: boolean }) {
  const { learning, training, opened } = props;
  const { t, i18n } = useTranslation();
  const { time_zone, staff_time_zone } = useMe();
  const dueWords = useDueWords();
  const { assignment, quiz, attempts, progress } = learning;
  const watched = Boolean(progress?.completed_at);
  const { data: document } = useDocument(training.training_id, isRead(training));
  const asks = document?.asks_acknowledgement ?? false;
  const said = Boolean(document?.acknowledged_at);
  const state = quiz ? quizStateOf(quiz, learning, Date.now()) : null;
  const due = assignment.due_on
    ? dueWords(assignment.due_on, todayIn(staff_time_zone), assignment.overdue ?? false)
    : null;
  const quizAddress = `/my-training/${training.training_id}/quiz`;
  // What is to be read comes first, until it was opened or the quiz was tried.
  const isReady = hasVideo(training)
    ? watched
    : asks
      ? said
      : opened || training.source_url === null || attempts.length > 0;
  const isNext = state !== null && !state.passed && isReady;
  return (
    <Flex component="aside" className="lr-next sg-card" vertical gap={20} aria-label={t('learner.next.label')}>
      {assignment.completed_at ? (
        <p className="kit-tone-success sg-medium sg-toned">
          <span aria-hidden="true">✓ </span>
          {t('learner.completed_on', { day: formatInstant(assignment.completed_at, i18n.language, time_zone) })}
        </p>
      ) : (
        due && <p className={`kit-tone-${due.tone} sg-toned sg-medium`}>{due.text}</p>
      )}
      <LastsLine learning={learning} />
      {assignment.completed_at && <CertificateButtons assignmentId={assignment.assignment_id} />}
      <TrainingSteps
        steps={[
          hasVideo(training) && {
            done: watched,
            title: t('learner.next.watch'),
            text: watched
              ? t('learner.video.done')
              : t('learner.next.watch_text', {
                  threshold: percentWords(training.video_threshold ?? 90, i18n.language),
                }),
          },
          !hasVideo(training) &&
            training.type !== 'classroom' && {
              done: said,
              title: t(asks ? 'reader.step' : `learner.material.${training.type}.open`),
              text: t(said ? 'reader.step_done' : asks ? 'reader.step_text' : 'learner.next.read_text'),
            },
          training.type === 'classroom' && {
            done: learning.session?.own_state === 'attended',
            title: t('learner.next.attend'),
            text: <SessionLine learning={learning} />,
          },
          quiz &&
            state && {
              done: state.passed,
              title: t('learner.next.quiz'),
              text: state.passed
                ? t('learner.quiz.passed')
                : [
                    t('learner.quiz.mark', { mark: percentWords(quiz.pass_mark ?? 0, i18n.language) }),
                    state.left === null ? null : t('learner.quiz.left', { count: state.left }),
                    state.best === null
                      ? null
                      : t('learner.quiz.best', { score: formatShare(state.best, i18n.language) }),
                  ]
                    .filter(Boolean)
                    .join(' · '),
            },
        ]}
      />
      <div>
        <h2 className="sg-mb-8">{t('learner.gives')}</h2>
        <GivesLine trainingId={training.training_id} bands />
      </div>
      {quiz && state && (
        <Flex className="lr-next-go" vertical gap={8}>
          <LinkButton to={quizAddress} type={isNext ? 'primary' : 'default'} size="large" block>
            {t(
              state.running
                ? 'learner.step.quiz_on'
                : state.passed || state.left === 0
                  ? 'learner.step.result'
                  : 'learner.step.quiz',
            )}
          </LinkButton>
          {!state.passed && ((hasVideo(training) && !watched) || (asks && !said)) && (
            <p className="sg-14 sg-soft">{t('learner.next.both')}</p>
          )}
        </Flex>
      )}
    </Flex>
  );
}
