import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { usePageTitle } from '@/components/page-title';
import { FailedState } from '@/components/state-panels';
import { RequireStaffAccount, CardSkeleton } from '../learner-frame';
import { QuizPlay } from './quiz-play';
import { ResultPage, useScoreTexts } from './result-page';
import { useAttempt } from './use-attempt';
import './quiz.css';

/** /my-training/:trainingId/quiz/:attemptId: the questions while in progress, then the result. */
export function AttemptPage() {
  const { trainingId = '', attemptId = '' } = useParams();
  return (
    <RequireStaffAccount>
      {(staffId, zone) => <Attempt staffId={staffId} trainingId={trainingId} attemptId={attemptId} zone={zone} />}
    </RequireStaffAccount>
  );
}

function Attempt(props: { staffId: string; trainingId: string; attemptId: string; zone: string | undefined }) {
  const { t } = useTranslation();
  const attempt = useAttempt(props.attemptId);
  const { sheet, error, loadSheet } = attempt;
  const scoreTexts = useScoreTexts();
  const wasRunning = useRef(false);
  usePageTitle(sheet?.title ?? t('learner.next.quiz'));
  if (error && !sheet) return <FailedState error={error} retry={() => void loadSheet()} />;
  if (!sheet) return <CardSkeleton />;
  const isRunning = sheet.status === 'in_progress';
  if (isRunning) wasRunning.current = true;
  return (
    <>
      {/* Rendered empty first: screen readers ignore a live region that is inserted with its text. */}
      <p className="sg-visually-hidden" role="status">
        {!isRunning &&
          wasRunning.current &&
          (sheet.status === 'submitted' ? scoreTexts(sheet).join(' · ') : t(`learner.result.title_${sheet.status}`))}
      </p>
      {isRunning ? (
        <QuizPlay attempt={attempt} sheet={sheet} trainingId={props.trainingId} zone={props.zone} />
      ) : (
        <ResultPage
          sheet={sheet}
          staffId={props.staffId}
          endedByTimeout={attempt.endedByTimeout}
          focusesHeading={wasRunning.current}
          zone={props.zone}
        />
      )}
    </>
  );
}
