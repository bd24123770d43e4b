import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LinkButton } from '@/components/link-button';
import { formatInstant, formatMinutes, formatShare, joinParts } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { SkillOutcomes } from './skill-outcomes';
import { ValidityLine } from './validity-line';
import { percentText, useDueText } from './learner-texts';
import { hasVideo, isCompleted, nextStep, quizStateOf, stepLabel, type Learning, type LearningStep } from './learning';
import { SessionLine } from './sessions/session-line';
import { ShareBar } from './share-bar';

/** The path that the card's button opens. */
export const stepPath = (trainingId: string, step: LearningStep): string =>
  `/my-training/${trainingId}${step === 'quiz' || step === 'result' ? '/quiz' : ''}`;

/** One assigned training: title, skills, progress, and the next step. */
export function TrainingCard({ learning, today }: { learning: Learning; today: string }) {
  const { t, i18n } = useTranslation();
  const { assignment, training, category, quiz } = learning;
  const { time_zone } = useAccount();
  if (!training)
    return (
      <Flex component="article" className="sg-card lr-card" vertical gap={16}>
        <h2>{t('learner.gone.title')}</h2>
        <p className="sg-soft">{t('learner.gone.text')}</p>
      </Flex>
    );
  const step = nextStep(learning, Date.now());
  const label = t(`learner.step.${stepLabel(learning, Date.now())}`);
  return (
    <Flex component="article" className="sg-card lr-card" vertical gap={16} data-done={isCompleted(learning)}>
      <header>
        <span className="sg-14 sg-soft">
          {joinParts(
            [
              category ?? t('learner.no_category'),
              t(`learner.type.${training.type}`),
              training.estimated_minutes && formatMinutes(training.estimated_minutes, i18n.language),
              !assignment.mandatory && t('learner.optional'),
            ],
            i18n.language,
          )}
        </span>
        <h2>
          <Link to={`/my-training/${training.training_id}`} className="sg-plain">
            <bdi>{training.title}</bdi>
          </Link>
        </h2>
      </header>
      <SkillOutcomes trainingId={training.training_id} />
      <Flex vertical gap={8}>
        <DueStatus learning={learning} today={today} zone={time_zone} />
        <ValidityLine learning={learning} />
        {training.type === 'classroom' && <SessionLine learning={learning} />}
        {hasVideo(training) && <VideoLine learning={learning} />}
        {quiz && <QuizLine learning={learning} />}
      </Flex>
      <LinkButton
        to={stepPath(training.training_id, step)}
        className="lr-action"
        type={isCompleted(learning) ? 'default' : 'primary'}
        size="large"
        block
      >
        {label}
        <span className="sg-visually-hidden">: {training.title}</span>
      </LinkButton>
    </Flex>
  );
}

function DueStatus({ learning, today, zone }: { learning: Learning; today: string; zone: string | undefined }) {
  const { t, i18n } = useTranslation();
  const dueText = useDueText();
  const { assignment } = learning;
  if (assignment.completed_at)
    return (
      <p className="kit-tone-success sg-toned">
        <span aria-hidden="true">✓ </span>
        {t('learner.completed_on', { day: formatInstant(assignment.completed_at, i18n.language, zone) })}
      </p>
    );
  if (assignment.state === 'failed' || assignment.state === 'expired')
    return <p className="kit-tone-error sg-toned">{t(`learner.state.${assignment.state}`)}</p>;
  if (!assignment.due_on) return <p className="sg-soft">{t('learner.due.none')}</p>;
  const { text, tone } = dueText(assignment.due_on, today, assignment.overdue ?? false);
  return (
    <p className={`kit-tone-${tone} sg-toned`}>
      {tone !== 'neutral' && <span aria-hidden="true">! </span>}
      {text}
    </p>
  );
}

function VideoLine({ learning: { training, progress } }: { learning: Learning }) {
  const { t, i18n } = useTranslation();
  const share = Number(progress?.share ?? 0);
  const done = Boolean(progress?.completed_at);
  return (
    <Flex align="center" gap={12}>
      <span>
        {done
          ? t('learner.video.done')
          : share > 0
            ? t('learner.video.share', { share: formatShare(share, i18n.language) })
            : t('learner.video.unseen')}
      </span>
      <ShareBar share={share} threshold={training?.video_threshold ?? 90} done={done} />
    </Flex>
  );
}

function QuizLine({ learning }: { learning: Learning }) {
  const { t, i18n } = useTranslation();
  const { quiz } = learning;
  if (!quiz) return null;
  const state = quizStateOf(quiz, learning, Date.now());
  const parts = [
    state.runningAttempt
      ? t('learner.quiz.running')
      : state.passed
        ? t('learner.quiz.passed')
        : state.attemptsUsed === 0
          ? t('learner.quiz.fresh', { count: quiz.question_count ?? 0 })
          : state.attemptsAllowed === null
            ? t('learner.quiz.tries', { count: state.attemptsUsed })
            : t('learner.quiz.tries_of', { taken: state.attemptsUsed, count: state.attemptsAllowed }),
    state.bestScore !== null && t('learner.quiz.best', { score: formatShare(state.bestScore, i18n.language) }),
    t('learner.quiz.mark', { mark: percentText(quiz.pass_mark ?? 0, i18n.language) }),
  ];
  return <p className="sg-soft">{parts.filter(Boolean).join(' · ')}</p>;
}
