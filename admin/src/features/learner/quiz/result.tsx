import { Alert, Flex } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AttemptSheet } from '@contract/attempt-answers';
import { LinkButton } from '@/components/link-button';
import { usePageTitle } from '@/components/page-title';
import { formatCount, formatDay, formatInstant, joined } from '@/components/format';
import { LevelRing } from '@/components/level-ring';
import { CertificateButtons } from '@/features/certificates/certificate-buttons';
import { useGained, useLearnings, type Gained } from '../learner-data';
import { BackLink } from '../learner-frame';
import { percentWords } from '../learner-words';
import { hasVideo, isDone, isOpen, isTaken, quizStateOf, type Learning } from '../learning';
import { Explanations } from './explanations';

/** What came of it: score and mark, what was gained, what is still missing, and what one may do now. */
export function ResultPage(props: {
  sheet: AttemptSheet;
  staffId: string;
  byTime: boolean;
  /** It takes the place of the questions: whoever was at their button is told what came of it. */
  ended: boolean;
  zone: string | undefined;
}) {
  const { sheet, staffId, byTime, ended, zone } = props;
  const { t, i18n } = useTranslation();
  const { training_id } = sheet;
  const learnings = useLearnings(staffId, training_id);
  const learning = learnings.data?.[0];
  const passed = sheet.result === 'passed' && sheet.status !== 'voided';
  const unscored = sheet.status === 'abandoned' || sheet.status === 'voided' ? sheet.status : null;
  const ends = unscored ?? (passed ? 'passed' : 'failed');
  const completed = learning ? isDone(learning) : false;
  const gained = useGained(staffId, training_id, completed && passed);
  const home = `/my-training/${training_id}`;
  // Submitted in the very moment of the deadline means that the time ended it.
  const timedOut = byTime || (sheet.deadline !== null && sheet.submitted_at === sheet.deadline);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (ended) heading.current?.focus();
  }, [ended]);
  const value = t(`learner.result.${unscored ? `${unscored}_short` : ends}`);
  usePageTitle(t('kit.pair', { name: sheet.title, value }));
  return (
    <div className="lr-quiz">
      <BackLink to={home} label={learning?.training?.title ?? t('learner.title')} />
      <Flex component="section" className="sg-card" vertical gap={20}>
        <p className="sg-14 sg-soft">
          {joined(
            [
              sheet.title,
              t('learner.result.attempt', { no: sheet.attempt_no }),
              sheet.submitted_at && formatInstant(sheet.submitted_at, i18n.language, zone),
            ],
            i18n.language,
          )}
        </p>
        <h1 ref={heading} tabIndex={-1} className="sg-big">
          {t(`learner.result.title_${ends}`)}
        </h1>
        {unscored ? (
          <Alert role="note" showIcon message={t(`learner.result.${unscored}`)} />
        ) : (
          <>
            {timedOut && <Alert role="note" showIcon message={t('learner.result.time_up')} />}
            <Score sheet={sheet} passed={passed} />
          </>
        )}
        {passed && learning && <After learning={learning} gained={gained.data ?? []} />}
        {passed && learning && completed && <CertificateButtons assignmentId={learning.assignment.assignment_id} />}
        <NextActions sheet={sheet} learning={learning} home={home} zone={zone} />
      </Flex>
      {sheet.review ? (
        <Explanations sheet={sheet} review={sheet.review} />
      ) : (
        !unscored && <p className="sg-mt-16 sg-soft">{t(`learner.result.no_review_${hiddenUntil(sheet)}`)}</p>
      )}
    </div>
  );
}

/** Until when it is not shown what was right. */
function hiddenUntil({ review_policy }: AttemptSheet): 'yet' | 'last' | 'never' {
  if (review_policy === 'after_pass') return 'yet';
  return review_policy === 'after_last' ? 'last' : 'never';
}

/** "83.33 %", and "2.5 of 3 points · pass mark 60 %". */
export function useScoreWords(): (sheet: AttemptSheet) => readonly [score: string, points: string] {
  const { t, i18n } = useTranslation();
  const number = (value: number | null) => formatCount(value ?? 0, i18n.language);
  return ({ score, correct, total, pass_mark }) => [
    percentWords(score ?? 0, i18n.language),
    [
      t('learner.result.points', { count: total ?? 0, correct: number(correct), total: number(total) }),
      t('learner.quiz.mark', { mark: percentWords(pass_mark, i18n.language) }),
    ].join(' · '),
  ];
}

function Score({ sheet, passed }: { sheet: AttemptSheet; passed: boolean }) {
  const [score, points] = useScoreWords()(sheet);
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

/** The level gained with its last valid day; or what still stands between the pass and the level. */
function After({ learning, gained }: { learning: Learning; gained: readonly Gained[] }) {
  const { t, i18n } = useTranslation();
  const { training, assignment } = learning;
  if (!isTaken(assignment))
    return (
      <Alert
        role="note"
        showIcon
        message={training && hasVideo(training) ? t('learner.result.video_missing') : t('learner.result.not_complete')}
      />
    );
  if (gained.length === 0) return <p className="sg-medium sg-success">{t('learner.result.complete')}</p>;
  return (
    <>
      <h2>{t('learner.result.gained')}</h2>
      <Flex component="ul" vertical gap={16}>
        {gained.map((row) => (
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
  home: string;
  zone: string | undefined;
}) {
  const { sheet, learning, home, zone } = props;
  const { t, i18n } = useTranslation();
  if (!learning) return null;
  const { quiz, assignment, training, progress } = learning;
  const state = quiz ? quizStateOf(quiz, learning, Date.now()) : null;
  const watchFirst = !isTaken(assignment) && training && hasVideo(training) && !progress?.completed_at;
  const passed = state?.passed ?? sheet.result === 'passed';
  const mayRetry = !passed && state !== null && state.left !== 0 && state.pauseUntil === null;
  return (
    <Flex vertical gap={12}>
      {!passed && state && (
        <p className="sg-soft">
          {state.left === 0
            ? t(isOpen(learning) ? 'learner.start.none_left' : 'learner.start.all_used', { count: state.allowed ?? 0 })
            : state.pauseUntil
              ? t('learner.start.pause', { at: formatInstant(state.pauseUntil, i18n.language, zone) })
              : state.left === null
                ? t('learner.result.retry_free')
                : t('learner.result.retry_left', { count: state.left })}
        </p>
      )}
      <Flex wrap gap={12}>
        {mayRetry && (
          <LinkButton to={`${home}/quiz`} type="primary" size="large">
            {t('learner.start.again')}
          </LinkButton>
        )}
        {watchFirst && (
          <LinkButton to={home} type={passed ? 'primary' : 'default'} size="large">
            {t('learner.result.to_video')}
          </LinkButton>
        )}
        <LinkButton to="/my-training" type={passed && !watchFirst ? 'primary' : 'default'} size="large">
          {t('learner.result.to_list')}
        </LinkButton>
        {passed && isTaken(assignment) && (
          <LinkButton to="/my-skills" size="large">
            {t('learner.result.to_skills')}
          </LinkButton>
        )}
      </Flex>
    </Flex>
  );
}
