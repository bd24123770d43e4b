import { Flex } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { TrainingRow } from '@contract/trainings.resource';
import { useAccount } from '@/crud/crud-context';
import { lazyRoutePage } from '@/api/lazy-route-page';
import { Markdown } from '@/components/markdown/markdown';
import { usePageTitle } from '@/components/page-title';
import { formatInstant, formatList } from '@/components/format';
import { FailedState, StatePanel } from '@/components/state-panels';
import { BackLink, RequireStaffAccount, CardSkeleton } from '../learner-frame';
import { useRefreshLearnerData, useLearnings } from '../learner-data';
import { hasVideo, isOpen, isReadingMaterial, quizStateOf, type Learning } from '../learning';
import { TrainingSessions } from '../sessions/training-sessions';
import { NextSteps } from './next-steps';
import { VideoPlayer } from './video-player';

const Reading = lazyRoutePage(() => import('../reader/reading').then((m) => m.Reading));

/** /my-training/:trainingId: the video or material, with the next steps at the side. */
export function TrainingPage() {
  const { trainingId = '' } = useParams();
  return (
    <RequireStaffAccount>
      {(staffId) => <TrainingContent staffId={staffId} trainingId={trainingId} />}
    </RequireStaffAccount>
  );
}

function TrainingContent({ staffId, trainingId }: { staffId: string; trainingId: string }) {
  const { t } = useTranslation();
  const { data, isError, error, refetch } = useLearnings(staffId, trainingId);
  usePageTitle(data?.[0]?.training?.title ?? t('learner.title'));
  if (isError) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <CardSkeleton />;
  const [learning] = data;
  return learning?.training ? (
    <TrainingView learning={learning} training={learning.training} staffId={staffId} />
  ) : (
    <>
      <BackLink to="/my-training" label={t('learner.title')} />
      <section className="sg-card">
        <StatePanel drawing="search" title={t('learner.not_assigned.title')} text={t('learner.not_assigned.text')} />
      </section>
    </>
  );
}

function TrainingView({ learning, training, staffId }: { learning: Learning; training: TrainingRow; staffId: string }) {
  const { t } = useTranslation();
  const refreshLearnerData = useRefreshLearnerData();
  const [isOpened, setIsOpened] = useState(false);
  const { quiz } = learning;
  return (
    <>
      <BackLink to="/my-training" label={t('learner.title')} />
      <header className="sg-mb-16">
        <p className="sg-14 sg-soft">{learning.category ?? t('learner.no_category')}</p>
        <h1>
          <bdi>{training.title}</bdi>
        </h1>
        <PreviousCompletions learning={learning} />
      </header>
      <div className="lr-split">
        <Flex vertical gap={24}>
          {hasVideo(training) ? (
            <VideoPlayer
              trainingId={training.training_id}
              staffId={staffId}
              title={training.title}
              onCompleted={refreshLearnerData}
            />
          ) : isReadingMaterial(training) ? (
            <Suspense fallback={<CardSkeleton />}>
              <Reading
                training={training}
                onCompleted={refreshLearnerData}
                isOpened={isOpened}
                onOpen={() => setIsOpened(true)}
                isOpen={isOpen(learning)}
                isQuizPending={quiz !== null && !quizStateOf(quiz, learning, Date.now()).passed}
              />
            </Suspense>
          ) : (
            <Material training={training} hasQuiz={learning.quiz !== null} />
          )}
          {training.type === 'classroom' && (
            <TrainingSessions trainingId={training.training_id} isOpen={isOpen(learning)} />
          )}
          {training.description && (
            <section className="lr-about">
              <h2 className="sg-mb-8">{t('learner.about')}</h2>
              <Markdown source={training.description} />
            </section>
          )}
        </Flex>
        <NextSteps learning={learning} training={training} isOpened={isOpened} />
      </div>
    </>
  );
}

/** A new cycle starts at zero. Without this line it would look like lost progress. */
function PreviousCompletions({ learning: { previousAssignments } }: { learning: Learning }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  if (previousAssignments.length === 0) return null;
  const days = previousAssignments.map(({ completed_at }) =>
    formatInstant(completed_at ?? '', i18n.language, time_zone),
  );
  return <p className="sg-soft">{t('learner.completed_before', { days: formatList(days, i18n.language) })}</p>;
}

const completionTextKey = ({ type }: TrainingRow, hasQuiz: boolean): string => {
  if (type === 'classroom') return hasQuiz ? 'learner.material.by_both' : 'learner.material.by_attendance';
  return hasQuiz ? 'learner.material.by_quiz' : 'learner.material.by_nothing';
};

/** Classroom trainings: no progress is measured here. */
function Material({ training, hasQuiz }: { training: TrainingRow; hasQuiz: boolean }) {
  const { t } = useTranslation();
  return (
    <Flex component="section" className="sg-card" vertical align="start" gap={12}>
      <h2>{t(`learner.material.${training.type}.title`)}</h2>
      <p>{t(`learner.material.${training.type}.text`)}</p>
      <p className="sg-soft">{t(completionTextKey(training, hasQuiz))}</p>
    </Flex>
  );
}
