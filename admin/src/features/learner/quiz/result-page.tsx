import { Alert, Flex } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AttemptSheet } from '@contract/attempt.responses';
import { LinkButton } from '@/components/link-button';
import { usePageTitle } from '@/components/page-title';
import { formatCount, formatDay, formatInstant, joinParts } from '@/components/format';
import { LevelRing } from '@/components/level-ring';
import { CertificateButtons } from '@/features/certificates/certificate-buttons';
import { useGainedSkills, useLearnings, type GainedSkill } from '../learner-data';
import { BackLink } from '../learner-frame';
import { percentText } from '../learner-texts';
import { hasVideo, isCompleted, isOpen, isCompletedAssignment, quizStateOf, type Learning } from '../learning';
import { Explanations } from './explanations';

/** The result of an attempt: score, gained skills, and the next actions. */
export function ResultPage(props: {
  sheet: AttemptSheet;
  staffId: string;
  endedByTimeout: boolean;
  /** The result replaced the questions: focus moves to its heading. */
  focusesHeading: boolean;
  zone: string | undefined;
}) {
  const { sheet, staffId, endedByTimeout, focusesHeading, zone } = props;
  const { t, i18n } = useTranslation();
  const { training_id } = sheet;
  const learnings = useLearnings(staffId, training_id);
  const learning = learnings.data?.[0];
  const passed = sheet.result === 'passed' && sheet.status !== 'voided';
  const unscoredStatus = sheet.status === 'abandoned' || sheet.status === 'voided' ? sheet.status : null;
  const outcome = unscoredStatus ?? (passed ? 'passed' : 'failed');
  const completed = learning ? isCompleted(learning) : false;
  const gainedSkills = useGainedSkills(staffId, training_id, completed && passed);
  const trainingPath = `/my-training/${training_id}`;
  // A submit time equal to the deadline means that the attempt timed out.
  const timedOut = endedByTimeout || (sheet.deadline !== null && sheet.submitted_at === sheet.deadline);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focusesHeading) heading.current?.focus();
  }, [focusesHeading]);
  const value = t(`learner.result.${unscoredStatus ? `${unscoredStatus}_short` : outcome}`);
  usePageTitle(t('kit.pair', { name: sheet.title, value }));
  return (
    <div className="lr-quiz">
      <BackLink to={trainingPath} label={learning?.training?.title ?? t('learner.title')} />
      <Flex component="section" className="sg-card" vertical gap={20}>
        <p className="sg-14 sg-soft">
          {joinParts(
            [
              sheet.title,
              t('learner.result.attempt', { no: sheet.attempt_no }),
              sheet.submitted_at && formatInstant(sheet.submitted_at, i18n.language, zone),
            ],
            i18n.language,
          )}
        </p>
        <h1 ref={heading} tabIndex={-1} className="sg-big">
          {t(`learner.result.title_${outcome}`)}
        </h1>
        {unscoredStatus ? (
          <Alert role="note" showIcon message={t(`learner.result.${unscoredStatus}`)} />
        ) : (
          <>
            {timedOut && <Alert role="note" showIcon message={t('learner.result.time_up')} />}
            <Score sheet={sheet} passed={passed} />
          </>
        )}
        {passed && learning && <CompletionResult learning={learning} gainedSkills={gainedSkills.data ?? []} />}
        {passed && learning && completed && <CertificateButtons assignmentId={learning.assignment.assignment_id} />}
        <NextActions sheet={sheet} learning={learning} trainingPath={trainingPath} zone={zone} />
      </Flex>
      {sheet.review ? (
        <Explanations sheet={sheet} review={sheet.review} />
      ) : (
        !unscoredStatus && (
          <p className="sg-mt-16 sg-soft">{t(`learner.result.no_review_${reviewHiddenUntil(sheet)}`)}</p>
        )
      )}
    </div>
  );
}

/** When the review becomes visible. */
function reviewHiddenUntil({ review_policy }: AttemptSheet): 'yet' | 'last' | 'never' {
  if (review_policy === 'after_pass') return 'yet';
  return review_policy === 'after_last' ? 'last' : 'never';
}

/** "83.33 %", and "2.5 of 3 points · pass mark 60 %". */
export function useScoreTexts(): (sheet: AttemptSheet) => readonly [score: string, points: string] {
  const { t, i18n } = useTranslation();
  const number = (value: number | null) => formatCount(value ?? 0, i18n.language);
  return ({ score, correct, total, pass_mark }) => [
    percentText(score ?? 0, i18n.language),
    [
      t('learner.result.points', { count: total ?? 0, correct: number(correct), total: number(total) }),
      t('learner.quiz.mark', { mark: percentText(pass_mark, i18n.language) }),
    ].join(' · '),
  ];
}

function Score({ sheet, passed }: { sheet: AttemptSheet; passed: boolean }) {
  const [score, points] = useScoreTexts()(sheet);
  return (
    <Flex className={`kit-tone-${passed ? 'success' : 'error'}`} wrap align="baseline" gap="8px 20px">
      <strong className={`lr-score sg-number${passed ? ' sg-success' : ''}`}>{score}</strong>
      <span>{points}</span>
      <div className="sg-whole">
        <div className="lr-share" aria-hidden="true">
          <span className="lr-share-fill" style={{ inlineSize: `${Math.min(100, sheet.score ?? 0)}%` }} />
          <span className="lr-share-mark" style={{ insetInlineStart: `${Math.min(100, sheet.pass_mark)}%` }} />
        </div>
      </div>
    </Flex>
  );
}

/** The gained levels with their last valid day, or what is still missing for completion. */
function CompletionResult({ learning, gainedSkills }: { learning: Learning; gainedSkills: readonly GainedSkill[] }) {
  const { t, i18n } = useTranslation();
  const { training, assignment } = learning;
  if (!isCompletedAssignment(assignment))
    return (
      <Alert
        role="note"
        showIcon
        message={training && hasVideo(training) ? t('learner.result.video_missing') : t('learner.result.not_complete')}
      />
    );
  if (gainedSkills.length === 0) return <p className="sg-medium sg-success">{t('learner.result.complete')}</p>;
  return (
    <>
      <h2>{t('learner.result.gained')}</h2>
      <Flex component="ul" vertical gap={16}>
        {gainedSkills.map((row) => (
          <Flex key={row.evidence_id} component="li" align="center" gap={16}>
            <LevelRing level={row.level} size={56} status={row.state === 'approved' ? 'MET' : 'NONE'} />
            <Flex vertical>
              <strong>{row.name}</strong>
              <span>{t('learner.result.level', { level: row.level })}</span>
              {row.state === 'pending' && <span className="sg-soft">{t('learner.result.pending')}</span>}
              {row.state === 'approved' && row.valid_until !== undefined && (
                <span className="sg-soft">
                  {row.valid_until
                    ? t('learner.result.until', { day: formatDay(row.valid_until, i18n.language) })
                    : t('learner.result.for_ever')}
                </span>
              )}
            </Flex>
          </Flex>
        ))}
      </Flex>
    </>
  );
}

function NextActions(props: {
  sheet: AttemptSheet;
  learning: Learning | undefined;
  trainingPath: string;
  zone: string | undefined;
}) {
  const { sheet, learning, trainingPath, zone } = props;
  const { t, i18n } = useTranslation();
  if (!learning) return null;
  const { quiz, assignment, training, progress } = learning;
  const state = quiz ? quizStateOf(quiz, learning, Date.now()) : null;
  const mustWatchFirst =
    !isCompletedAssignment(assignment) && training && hasVideo(training) && !progress?.completed_at;
  const passed = state?.passed ?? sheet.result === 'passed';
  const mayRetry = !passed && state !== null && state.attemptsLeft !== 0 && state.pauseUntil === null;
  return (
    <Flex vertical gap={12}>
      {!passed && state && (
        <p className="sg-soft">
          {state.attemptsLeft === 0
            ? t(isOpen(learning) ? 'learner.start.none_left' : 'learner.start.all_used', {
                count: state.attemptsAllowed ?? 0,
              })
            : state.pauseUntil
              ? t('learner.start.pause', { at: formatInstant(state.pauseUntil, i18n.language, zone) })
              : state.attemptsLeft === null
                ? t('learner.result.retry_free')
                : t('learner.result.retry_left', { count: state.attemptsLeft })}
        </p>
      )}
      <Flex wrap gap={12}>
        {mayRetry && (
          <LinkButton to={`${trainingPath}/quiz`} type="primary" size="large">
            {t('learner.start.again')}
          </LinkButton>
        )}
        {mustWatchFirst && (
          <LinkButton to={trainingPath} type={passed ? 'primary' : 'default'} size="large">
            {t('learner.result.to_video')}
          </LinkButton>
        )}
        <LinkButton to="/my-training" type={passed && !mustWatchFirst ? 'primary' : 'default'} size="large">
          {t('learner.result.to_list')}
        </LinkButton>
        {passed && isCompletedAssignment(assignment) && (
          <LinkButton to="/my-skills" size="large">
            {t('learner.result.to_skills')}
          </LinkButton>
        )}
      </Flex>
    </Flex>
  );
}
