import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { usePageTitle } from '@/components/page-title';
import { FailedState } from '@/components/states';
import { StaffOnly, Waiting } from '../learner-frame';
import { QuizPlay } from './quiz-play';
import { ResultPage, useScoreWords } from './result';
import { useAttempt } from './use-attempt';
import './quiz.css';

/** /my-training/:trainingId/quiz/:attemptId: the questions while it runs, the result afterwards. */
export function AttemptPage() {
  const { trainingId = '', attemptId = '' } = useParams();
  return (
    <StaffOnly>
      {(staffId, zone) => <Attempt staffId={staffId} trainingId={trainingId} attemptId={attemptId} zone={zone} />}
    </StaffOnly>
  );
}

function Attempt(props: { staffId: string; trainingId: string; attemptId: string; zone: string | undefined }) {
  const { t } = useTranslation();
  const attempt = useAttempt(props.attemptId);
  const { sheet, error, read } = attempt;
  const scoreWords = useScoreWords();
  const wasRunning = useRef(false);
  usePageTitle(sheet?.title ?? t('learner.next.quiz'));
  if (error && !sheet) return <FailedState error={error} retry={() => void read()} />;
  if (!sheet) return <Waiting />;
  const isRunning = sheet.status === 'in_progress';
  if (isRunning) wasRunning.current = true;
  return (
    <>
      {/* Stands before it says anything: a region that comes with its words is not heard. The heading has the focus. */}
      <p className="sg-visually-hidden" role="status">
        {!isRunning &&
          wasRunning.current &&
          (sheet.status === 'submitted' ? scoreWords(sheet).join(' · ') : t(`learner.result.title_${sheet.status}`))}
      </p>
      {isRunning ? (
        <QuizPlay attempt={attempt} sheet={sheet} trainingId={props.trainingId} zone={props.zone} />
      ) : (
        <ResultPage
          sheet={sheet}
          staffId={props.staffId}
          byTime={attempt.byTime}
          ended={wasRunning.current}
          zone={props.zone}
        />
      )}
    </>
  );
}
