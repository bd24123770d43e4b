import { lazy, Suspense } from 'react';
import { Route, Routes, useParams } from 'react-router';
import { PageSkeleton } from '@/components/page-skeleton';
import { NotFoundPage } from '@/components/status-pages';
import { OverviewPage } from './overview';
import './learner.css';

const TrainingPage = lazy(() => import('./player/training-page').then((m) => ({ default: m.TrainingPage })));
const PreviewPage = lazy(() => import('./preview/preview-page').then((m) => ({ default: m.PreviewPage })));
const QuizStartPage = lazy(() => import('./quiz/quiz-start').then((m) => ({ default: m.QuizStartPage })));
const AttemptPage = lazy(() => import('./quiz/attempt-page').then((m) => ({ default: m.AttemptPage })));

const UUID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The key resets all state when the training or attempt changes. Malformed ids render "not found". */
function KeyedPage({ page: Page }: { page: typeof TrainingPage }) {
  const { trainingId = '', attemptId = '' } = useParams();
  const isPage = UUID_PATTERN.test(trainingId) && (!attemptId || UUID_PATTERN.test(attemptId));
  return !isPage ? <NotFoundPage /> : <Page key={trainingId + attemptId} />;
}

export function MyTraining() {
  return (
    <div className="lr-page">
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          <Route index element={<OverviewPage />} />
          <Route path=":trainingId" element={<KeyedPage page={TrainingPage} />} />
          <Route path=":trainingId/preview" element={<KeyedPage page={PreviewPage} />} />
          <Route path=":trainingId/quiz" element={<KeyedPage page={QuizStartPage} />} />
          <Route path=":trainingId/quiz/:attemptId" element={<KeyedPage page={AttemptPage} />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </div>
  );
}
