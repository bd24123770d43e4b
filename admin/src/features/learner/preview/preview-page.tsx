import { useState } from 'react';
import { Alert, Button, Flex } from 'antd';
import { EyeOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { QuizRow } from '@contract/quizzes.resource';
import type { TrainingRow } from '@contract/trainings.resource';
import { fetchMatchingRows } from '@/api/data-provider';
import { useSession } from '@/api/use-session';
import { dataKey } from '@/api/query-keys';
import { Markdown } from '@/components/markdown/markdown';
import { useRowName } from '@/crud/row-names';
import { usePageTitle } from '@/components/page-title';
import { FailedState, StatePanel } from '@/components/state-panels';
import { ForbiddenPage } from '@/components/status-pages';
import { TryQuiz } from '@/features/quizzes/try-quiz';
import '@/features/quizzes/quizzes.css';
import { SkillOutcomes } from '../skill-outcomes';
import { LEARNER } from '../learner-data';
import { BackLink, CardSkeleton } from '../learner-frame';
import { percentText } from '../learner-texts';
import { hasVideo, isReadingMaterial } from '../learning';
import { TrainingSteps } from '../player/training-steps';
import { PreviewDocument, usePreviewDocument } from './preview-document';
import { PreviewVideo } from './preview-video';

/** /my-training/:trainingId/preview: an admin sees a training as a learner would. Nothing is saved. */
export function PreviewPage() {
  const { role } = useSession();
  const { t } = useTranslation();
  const { trainingId = '' } = useParams();
  const isAdmin = role === 'admin';
  const { data, isError, error, refetch } = usePreviewTraining(trainingId, isAdmin);
  usePageTitle(data?.training?.title ?? t('learner.preview.title'));
  if (!isAdmin) return <ForbiddenPage />;
  if (isError) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <CardSkeleton />;
  return data.training ? <PreviewContent training={data.training} quiz={data.quiz} /> : <TrainingNotFound />;
}

function usePreviewTraining(trainingId: string, isEnabled: boolean) {
  return useQuery({
    queryKey: dataKey(LEARNER, 'preview', trainingId),
    enabled: isEnabled,
    retry: 1,
    queryFn: async () => {
      const trainingFilter = (field: string) => ({ field, operator: 'in' as const, value: [trainingId] });
      const activeFilter = { field: 'status', operator: 'in' as const, value: ['active'] };
      const [trainings, quizzes] = await Promise.all([
        fetchMatchingRows<TrainingRow>('trainings', [trainingFilter('id')], [], 1),
        fetchMatchingRows<QuizRow>('quizzes', [trainingFilter('training_id'), activeFilter], [], 1),
      ]);
      const quiz = quizzes.rows.find((row) => (row.question_count ?? 0) > 0) ?? null;
      return { training: trainings.rows[0] ?? null, quiz };
    },
  });
}

function TrainingNotFound() {
  const { t } = useTranslation();
  return (
    <>
      <BackLink to="/training" label={t('trainings.title')} />
      <section className="sg-card">
        <StatePanel drawing="search" title={t('trainings.unknown.title')} text={t('trainings.unknown.text')} />
      </section>
    </>
  );
}

function PreviewContent({ training, quiz }: { training: TrainingRow; quiz: QuizRow | null }) {
  const { t } = useTranslation();
  const category = useRowName('training-categories', training.category_id);
  return (
    <>
      <BackLink to={`/training/${training.training_id}`} label={t('learner.preview.back')} />
      <Alert
        className="kit-banner"
        type="info"
        showIcon
        icon={<EyeOutlined aria-hidden />}
        message={t('learner.preview.banner')}
        description={t('learner.preview.banner_text')}
      />
      <header className="sg-mb-16">
        <p className="sg-14 sg-soft">{category ?? t('learner.no_category')}</p>
        <h1>
          <bdi>{training.title}</bdi>
        </h1>
      </header>
      <div className="lr-split">
        <Flex vertical gap={24}>
          <MaterialPreview training={training} />
          {training.description && (
            <section className="lr-about">
              <h2 className="sg-mb-8">{t('learner.about')}</h2>
              <Markdown source={training.description} />
            </section>
          )}
        </Flex>
        <Steps training={training} quiz={quiz} />
      </div>
    </>
  );
}

function MaterialPreview({ training }: { training: TrainingRow }) {
  const { t } = useTranslation();
  if (hasVideo(training)) return <PreviewVideo training={training} />;
  if (isReadingMaterial(training)) return <PreviewDocument training={training} />;
  return (
    <Flex component="section" className="sg-card" vertical align="start" gap={12}>
      <h2>{t(`learner.material.${training.type}.title`)}</h2>
      <p>{t(`learner.material.${training.type}.text`)}</p>
    </Flex>
  );
}

/** The steps of a learner, and a trial of the quiz. */
function Steps({ training, quiz }: { training: TrainingRow; quiz: QuizRow | null }) {
  const { t, i18n } = useTranslation();
  const [isTrying, setIsTrying] = useState(false);
  const needsAcknowledgement =
    usePreviewDocument(training, isReadingMaterial(training)).data?.asks_acknowledgement ?? false;
  const percent = (value: number) => percentText(value, i18n.language);
  return (
    <Flex component="aside" className="lr-next sg-card" vertical gap={20} aria-label={t('learner.next.label')}>
      <TrainingSteps
        steps={[
          hasVideo(training) && {
            title: t('learner.next.watch'),
            text: t('learner.next.watch_text', { threshold: percent(training.video_threshold ?? 90) }),
          },
          isReadingMaterial(training) && {
            title: t(needsAcknowledgement ? 'reader.step' : `learner.material.${training.type}.open`),
            text: t(needsAcknowledgement ? 'reader.step_text' : 'learner.next.read_text'),
          },
          training.type === 'classroom' && { title: t('learner.next.attend'), text: null },
          quiz && {
            title: t('learner.next.quiz'),
            text: t('learner.quiz.mark', { mark: percent(quiz.pass_mark ?? 0) }),
          },
        ]}
      />
      <div>
        <h2 className="sg-mb-8">{t('learner.gives')}</h2>
        <SkillOutcomes trainingId={training.training_id} showBands />
      </div>
      {quiz && (
        <Button type="primary" size="large" block onClick={() => setIsTrying(true)}>
          {t('learner.preview.try_quiz')}
        </Button>
      )}
      {quiz && isTrying && <TryQuiz quiz={quiz} close={() => setIsTrying(false)} />}
    </Flex>
  );
}
