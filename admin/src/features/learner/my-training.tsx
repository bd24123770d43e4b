import { lazy, Suspense } from 'react';
import { Route, Routes, useParams } from 'react-router';
import { PageWaiting } from '@/components/page-waiting';
import { NotFoundPage } from '@/components/page-states';
import { OverviewPage } from './overview';
import './learner.css';

const TrainingPage = lazy(() => import('./player/training-page').then((m) => ({ default: m.TrainingPage })));
const PreviewPage = lazy(() => import('./preview/preview-page').then((m) => ({ default: m.PreviewPage })));
const QuizStartPage = lazy(() => import('./quiz/quiz-start').then((m) => ({ default: m.QuizStartPage })));
const AttemptPage = lazy(() => import('./quiz/attempt-page').then((m) => ({ default: m.AttemptPage })));

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Another training or attempt is another page: nothing of the one before may stay. What is no id is no page. */
function Keyed({ page: Page }: { page: typeof TrainingPage }) {
  const { trainingId = '', attemptId = '' } = useParams();
  const isPage = ID.test(trainingId) && (!attemptId || ID.test(attemptId));
  return !isPage ? <NotFoundPage /> : <Page key={trainingId + attemptId} />;
}

export function MyTraining() {
  return (
    <div className="lr-page">
      <Suspense fallback={<PageWaiting />}>
        <Routes>
          <Route index element={<OverviewPage />} />
          <Route path=":trainingId" element={<Keyed page={TrainingPage} />} />
          <Route path=":trainingId/preview" element={<Keyed page={PreviewPage} />} />
          <Route path=":trainingId/quiz" element={<Keyed page={QuizStartPage} />} />
          <Route path=":trainingId/quiz/:attemptId" element={<Keyed page={AttemptPage} />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </div>
  );
}
