import { FlagFilled, FlagOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Switch } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AttemptSheet } from '@contract/attempt.responses';
import { directionOf } from '@contract/languages';
import { formatInstant } from '@/components/format';
import { usePreference } from '@/components/use-preference';
import { BackLink } from '../learner-frame';
import { Countdown } from './countdown';
import { QuestionExplanation, Verdict, VerdictText } from './explanations';
import { isAnswered, type PartialAnswer } from './partial-answer';
import { QuestionNavigator } from './navigator';
import { Question } from './question';
import { selectOption, toKeyCommand } from './quiz-shortcuts';
import { ReviewBeforeSubmit } from './review-before-submit';
import { SaveState } from './save-state';
import { useTimeLimitText } from './use-time-limit-text';
import { useFlags } from './use-flags';
import type { useAttempt } from './use-attempt';

/** Kinds whose options can be chosen by number keys. */
const NUMBER_KEY_KINDS: ReadonlySet<string> = new Set(['single', 'multiple', 'true_false']);

type Attempt = ReturnType<typeof useAttempt>;

/** One question at a time; the last step is the review. */
export function QuizPlay(props: {
  attempt: Attempt;
  sheet: AttemptSheet;
  trainingId: string;
  zone: string | undefined;
}) {
  const { attempt, sheet, trainingId, zone } = props;
  const { t, i18n } = useTranslation();
  const { questions } = sheet;
  const { answers } = attempt.answers;
  const firstOpen = questions.findIndex(({ slot }) => !isAnswered(answers.get(slot)));
  const [at, setAt] = useState(firstOpen < 0 ? questions.length : firstOpen);
  const [flags, toggleFlag] = useFlags(sheet.attempt_id);
  // Single-key shortcuts can be switched off for speech input (WCAG 2.1.4).
  const [shortcuts, setShortcuts] = usePreference('quiz-shortcuts', ['on', 'off']);
  const question = questions[at];
  const heading = useRef<HTMLHeadingElement>(null);
  const isBusy = attempt.ending !== 'no';
  const timeLimitText = useTimeLimitText();
  const endsAt = attempt.isGrace ? sheet.closes_at : sheet.deadline;

  // Policy `during`: an answer is drafted, then checked, and cannot be changed after that.
  const isCheckMode = sheet.review_policy === 'during';
  const [drafts, setDrafts] = useState<ReadonlyMap<number, PartialAnswer>>(new Map());
  const review = question && attempt.reviews.get(question.slot);
  const savedAnswer = question && answers.get(question.slot);
  const isChecking = isCheckMode && !review && isAnswered(savedAnswer) && savedAnswer?.state !== 'refused';
  const draft = isCheckMode && question && !review && !isChecking ? drafts.get(question.slot) : undefined;
  const currentAnswer: PartialAnswer = draft ?? savedAnswer ?? {};

  const goTo = (to: number) => setAt(Math.max(0, Math.min(questions.length, to)));
  const handleAnswer = (answer: PartialAnswer, delayMs?: number) => {
    if (!question || isBusy || attempt.isGrace) return;
    if (!isCheckMode) return attempt.setAnswer(question.slot, answer, delayMs);
    if (!review && !isChecking) setDrafts((current) => new Map(current).set(question.slot, answer));
  };
  const handleCheck = () => {
    if (question && draft && isAnswered(draft) && !isBusy && !isChecking) attempt.setAnswer(question.slot, draft);
  };

  // The pressed button disappears with the verdict, so the heading takes the focus.
  const wasChecking = useRef(false);
  useEffect(() => {
    if (wasChecking.current && review) heading.current?.focus();
    wasChecking.current = isChecking;
  }, [isChecking, review]);

  const isFirst = useRef(true);
  useEffect(() => {
    // Not on mount: the page starts at its top.
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [at]);

  // In grace time only submitting is left.
  useEffect(() => {
    if (attempt.isGrace) setAt(questions.length);
  }, [attempt.isGrace, questions.length]);

  useEffect(() => {
    if (shortcuts === 'off') return;
    const handleKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isText =
        target.isContentEditable || target.matches('textarea, select, input:not([type=radio]):not([type=checkbox])');
      const command = toKeyCommand(
        {
          key: event.key,
          ctrlKey: event.ctrlKey,
          metaKey: event.metaKey,
          altKey: event.altKey,
          tag: target.tagName.toLowerCase(),
          isText,
          isRadio: target.matches('input[type=radio]'),
        },
        directionOf(i18n.language) === 'rtl',
      );
      if (!command || isBusy || document.querySelector('[role=dialog]')) return;
      if (command.kind === 'choose') {
        const option = question && NUMBER_KEY_KINDS.has(question.kind) ? question.options[command.at] : undefined;
        if (!question || !option) return;
        handleAnswer({ option_id: selectOption(question.kind, currentAnswer.option_id ?? [], option.option_id) });
      } else if (!question && command.kind === 'next') return;
      else if (command.kind === 'next' && event.key === 'Enter' && isAnswered(draft)) handleCheck();
      else if (command.kind === 'flag') {
        if (question) toggleFlag(question.slot);
      } else goTo(at + (command.kind === 'next' ? 1 : -1));
      event.preventDefault();
    };
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  });

  return (
    <div className="lr-quiz">
      <BackLink to={`/my-training/${trainingId}`} label={t('learner.play.leave')} />
      <Flex component="header" className="sg-mb-16" wrap justify="space-between" align="center" gap="8px 24px">
        <h1>
          <bdi>{sheet.title}</bdi>
        </h1>
        <Flex wrap align="center" gap="8px 20px">
          <SaveState answers={attempt.answers} zone={zone} />
          {sheet.extra_minutes && !attempt.isGrace && (
            <span className="sg-soft">{timeLimitText(sheet.time_limit_minutes, sheet.extra_minutes)}</span>
          )}
          {endsAt && (
            <Countdown
              name={t(attempt.isGrace ? 'learner.play.time_to_submit' : 'learner.play.time_left')}
              since={attempt.isGrace ? sheet.deadline! : sheet.started_at}
              deadline={endsAt}
              now={attempt.clock.now}
            />
          )}
        </Flex>
      </Flex>
      <QuestionNavigator questions={questions} answers={answers} flags={flags} at={at} onSelect={goTo} />
      <Flex className="sg-card" vertical gap={20} aria-busy={isBusy}>
        {question ? (
          <>
            <Flex justify="space-between" align="center" gap={16}>
              <h2 ref={heading} tabIndex={-1} className="sg-medium sg-soft">
                {t('learner.play.question', { no: at + 1, all: questions.length })}
              </h2>
              <Button
                type="text"
                icon={flags.has(question.slot) ? <FlagFilled aria-hidden /> : <FlagOutlined aria-hidden />}
                onClick={() => toggleFlag(question.slot)}
              >
                {t(flags.has(question.slot) ? 'learner.play.unflag' : 'learner.play.flag')}
              </Button>
            </Flex>
            <p className="sg-visually-hidden" role="status">
              {review && <VerdictText review={review} />}
            </p>
            {review ? (
              <Flex vertical gap={12}>
                <div>
                  <Verdict review={review} />
                </div>
                <QuestionExplanation question={question} review={review} />
              </Flex>
            ) : (
              <Question
                key={question.slot}
                question={question}
                answer={currentAnswer}
                disabled={isBusy || isChecking || attempt.isGrace}
                onAnswer={handleAnswer}
                onEnter={isCheckMode ? handleCheck : () => goTo(at + 1)}
              />
            )}
            <Flex component="footer" className="lr-question-foot" justify="space-between" gap={12}>
              <Button size="large" disabled={at === 0} onClick={() => goTo(at - 1)}>
                {t('learner.play.previous')}
              </Button>
              {isCheckMode && !review && (
                <Button
                  type="primary"
                  size="large"
                  disabled={!isAnswered(draft) || isBusy || attempt.isGrace}
                  loading={isChecking}
                  onClick={handleCheck}
                >
                  {t('learner.play.check')}
                </Button>
              )}
              <Button type={isCheckMode && !review ? 'default' : 'primary'} size="large" onClick={() => goTo(at + 1)}>
                {t(at + 1 < questions.length ? 'learner.play.next' : 'learner.play.to_review')}
              </Button>
            </Flex>
          </>
        ) : (
          <ReviewBeforeSubmit
            heading={heading}
            questions={questions}
            answers={attempt.answers}
            flags={flags}
            ending={attempt.ending}
            onSelect={goTo}
            onSubmit={() => void attempt.finish('submitting')}
          />
        )}
      </Flex>
      {attempt.isGrace && sheet.closes_at && (
        <Alert
          className="kit-banner"
          type="warning"
          showIcon
          message={t('learner.play.grace', { at: formatInstant(sheet.closes_at, i18n.language, zone) })}
        />
      )}
      {attempt.ending === 'time_up' && (
        <Alert className="kit-banner" type="warning" showIcon message={t('learner.play.time_up')} />
      )}
      <Flex className="lr-keys sg-mt-16 sg-14 sg-faint" wrap align="center" gap="8px 16px">
        <Flex component="label" align="center" gap={8}>
          <Switch
            size="small"
            checked={shortcuts === 'on'}
            onChange={(isOn) => setShortcuts(isOn ? 'on' : 'off')}
            aria-describedby="quiz-keys"
          />
          {t('learner.play.shortcuts')}
        </Flex>
        <span id="quiz-keys">{t('learner.play.keys')}</span>
      </Flex>
    </div>
  );
}
