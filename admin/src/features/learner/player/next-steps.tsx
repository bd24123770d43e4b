import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { LinkButton } from '@/components/link-button';
import { formatInstant, formatShare } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { CertificateButtons } from '@/features/certificates/certificate-buttons';
import { SkillOutcomes } from '../skill-outcomes';
import { todayIn } from '@/components/dates';
import { ValidityLine } from '../validity-line';
import { percentText, useDueText } from '../learner-texts';
import { SessionLine } from '../sessions/session-line';
import { hasVideo, isReadingMaterial, quizStateOf, type Learning } from '../learning';
import { useDocument } from '../reader/use-document';
import { TrainingSteps } from './training-steps';

/** The steps that complete this training, their progress, and the link to the quiz. */
export function NextSteps(props: { learning: Learning; training: TrainingRow; isOpened: boolean }) {
  const { learning, training, isOpened } = props;
  const { t, i18n } = useTranslation();
  const { time_zone, staff_time_zone } = useAccount();
  const dueText = useDueText();
  const { assignment, quiz, attempts, progress } = learning;
  const isWatched = Boolean(progress?.completed_at);
  const { data: document } = useDocument(training.training_id, isReadingMaterial(training));
  const needsAcknowledgement = document?.asks_acknowledgement ?? false;
  const isAcknowledged = Boolean(document?.acknowledged_at);
  const state = quiz ? quizStateOf(quiz, learning, Date.now()) : null;
  const dueStatus = assignment.due_on
    ? dueText(assignment.due_on, todayIn(staff_time_zone), assignment.overdue ?? false)
    : null;
  const quizPath = `/my-training/${training.training_id}/quiz`;
  // Reading material comes before the quiz, until it was opened or the quiz was attempted.
  const isReady = hasVideo(training)
    ? isWatched
    : needsAcknowledgement
      ? isAcknowledged
      : isOpened || training.source_url === null || attempts.length > 0;
  const isQuizNext = state !== null && !state.passed && isReady;
  return (
    <Flex component="aside" className="lr-next sg-card" vertical gap={20} aria-label={t('learner.next.label')}>
      {assignment.completed_at ? (
        <p className="kit-tone-success sg-medium sg-toned">
          <span aria-hidden="true">✓ </span>
          {t('learner.completed_on', { day: formatInstant(assignment.completed_at, i18n.language, time_zone) })}
        </p>
      ) : (
        dueStatus && <p className={`kit-tone-${dueStatus.tone} sg-toned sg-medium`}>{dueStatus.text}</p>
      )}
      <ValidityLine learning={learning} />
      {assignment.completed_at && <CertificateButtons assignmentId={assignment.assignment_id} />}
      <TrainingSteps
        steps={[
          hasVideo(training) && {
            done: isWatched,
            title: t('learner.next.watch'),
            text: isWatched
              ? t('learner.video.done')
              : t('learner.next.watch_text', {
                  threshold: percentText(training.video_threshold ?? 90, i18n.language),
                }),
          },
          !hasVideo(training) &&
            training.type !== 'classroom' && {
              done: isAcknowledged,
              title: t(needsAcknowledgement ? 'reader.step' : `learner.material.${training.type}.open`),
              text: t(
                isAcknowledged
                  ? 'reader.step_done'
                  : needsAcknowledgement
                    ? 'reader.step_text'
                    : 'learner.next.read_text',
              ),
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
                    t('learner.quiz.mark', { mark: percentText(quiz.pass_mark ?? 0, i18n.language) }),
                    state.attemptsLeft === null ? null : t('learner.quiz.left', { count: state.attemptsLeft }),
                    state.bestScore === null
                      ? null
                      : t('learner.quiz.best', { score: formatShare(state.bestScore, i18n.language) }),
                  ]
                    .filter(Boolean)
                    .join(' · '),
            },
        ]}
      />
      <div>
        <h2 className="sg-mb-8">{t('learner.gives')}</h2>
        <SkillOutcomes trainingId={training.training_id} showBands />
      </div>
      {quiz && state && (
        <Flex className="lr-next-go" vertical gap={8}>
          <LinkButton to={quizPath} type={isQuizNext ? 'primary' : 'default'} size="large" block>
            {t(
              state.runningAttempt
                ? 'learner.step.quiz_on'
                : state.passed || state.attemptsLeft === 0
                  ? 'learner.step.result'
                  : 'learner.step.quiz',
            )}
          </LinkButton>
          {!state.passed && ((hasVideo(training) && !isWatched) || (needsAcknowledgement && !isAcknowledged)) && (
            <p className="sg-14 sg-soft">{t('learner.next.both')}</p>
          )}
        </Flex>
      )}
    </Flex>
  );
}
