import { FlagFilled, FlagOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Switch } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AttemptSheet } from '@contract/attempt-answers';
import { directionOf } from '@contract/languages';
import { formatInstant } from '@/components/format';
import { useKept } from '@/components/kept';
import { BackLink } from '../learner-frame';
import { Countdown } from './countdown';
import { Explained, Verdict, VerdictWords } from './explanations';
import { isAnswered, type Given } from './given';
import { Navigator } from './navigator';
import { Question } from './question';
import { chosenAfter, wishOf } from './quiz-keys';
import { ReviewBeforeSubmit } from './review-before';
import { SaveState } from './save-state';
import { useTimeWords } from './time-words';
import { useFlags } from './use-flags';
import type { useAttempt } from './use-attempt';

/** Kinds with options that a figure chooses. */
const CHOSEN: ReadonlySet<string> = new Set(['single', 'multiple', 'true_false']);

type Attempt = ReturnType<typeof useAttempt>;

/** One question at a time; the last step is the review of all of them. */
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
  const [flags, flag] = useFlags(sheet.attempt_id);
  // Single keys can be switched off: speech input may press them unasked (WCAG 2.1.4).
  const [shortcuts, setShortcuts] = useKept('quiz-shortcuts', ['on', 'off']);
  const question = questions[at];
  const heading = useRef<HTMLHeadingElement>(null);
  const isBusy = attempt.ending !== 'no';
  const timeWords = useTimeWords();
  const until = attempt.isGrace ? sheet.closes_at : sheet.deadline;

  // Where what is right is shown at once, an answer is given by checking it, and stays.
  const checks = sheet.review_policy === 'during';
  const [drafts, setDrafts] = useState<ReadonlyMap<number, Given>>(new Map());
  const review = question && attempt.reviews.get(question.slot);
  const given = question && answers.get(question.slot);
  const isChecking = checks && !review && isAnswered(given) && given?.state !== 'refused';
  const draft = checks && question && !review && !isChecking ? drafts.get(question.slot) : undefined;
  const shown: Given = draft ?? given ?? {};

  const go = (to: number) => setAt(Math.max(0, Math.min(questions.length, to)));
  const give = (answer: Given, rest?: number) => {
    if (!question || isBusy || attempt.isGrace) return;
    if (!checks) return attempt.give(question.slot, answer, rest);
    if (!review && !isChecking) setDrafts((known) => new Map(known).set(question.slot, answer));
  };
  const check = () => {
    if (question && draft && isAnswered(draft) && !isBusy && !isChecking) attempt.give(question.slot, draft);
  };

  // The button that was pressed is gone with the answer; whoever listens hears the verdict from a place that stood before.
  const wasChecking = useRef(false);
  useEffect(() => {
    if (wasChecking.current && review) heading.current?.focus();
    wasChecking.current = isChecking;
  }, [isChecking, review]);

  const isFirst = useRef(true);
  useEffect(() => {
    // Not on arrival: the page begins at its top.
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [at]);

  // What is left to do is to hand it in.
  useEffect(() => {
    if (attempt.isGrace) setAt(questions.length);
  }, [attempt.isGrace, questions.length]);

  useEffect(() => {
    if (shortcuts === 'off') return;
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isText =
        target.isContentEditable || target.matches('textarea, select, input:not([type=radio]):not([type=checkbox])');
      const wish = wishOf(
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
      if (!wish || isBusy || document.querySelector('[role=dialog]')) return;
      if (wish.kind === 'choose') {
        const option = question && CHOSEN.has(question.kind) ? question.options[wish.at] : undefined;
        if (!question || !option) return;
        give({ option_id: chosenAfter(question.kind, shown.option_id ?? [], option.option_id) });
      } else if (!question && wish.kind === 'next') return;
      else if (wish.kind === 'next' && event.key === 'Enter' && isAnswered(draft)) check();
      else if (wish.kind === 'flag') {
        if (question) flag(question.slot);
      } else go(at + (wish.kind === 'next' ? 1 : -1));
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
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
            <span className="sg-soft">{timeWords(sheet.time_limit_minutes, sheet.extra_minutes)}</span>
          )}
          {until && (
            <Countdown
              name={t(attempt.isGrace ? 'learner.play.time_to_submit' : 'learner.play.time_left')}
              since={attempt.isGrace ? sheet.deadline! : sheet.started_at}
              deadline={until}
              now={attempt.clock.now}
            />
          )}
        </Flex>
      </Flex>
      <Navigator questions={questions} answers={answers} flags={flags} at={at} go={go} />
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
                onClick={() => flag(question.slot)}
              >
                {t(flags.has(question.slot) ? 'learner.play.unflag' : 'learner.play.flag')}
              </Button>
            </Flex>
            <p className="sg-visually-hidden" role="status">
              {review && <VerdictWords review={review} />}
            </p>
            {review ? (
              <Flex vertical gap={12}>
                <div>
                  <Verdict review={review} />
                </div>
                <Explained question={question} review={review} />
              </Flex>
            ) : (
              <Question
                key={question.slot}
                question={question}
                given={shown}
                disabled={isBusy || isChecking || attempt.isGrace}
                give={give}
                done={checks ? check : () => go(at + 1)}
              />
            )}
            <Flex component="footer" className="lr-question-foot" justify="space-between" gap={12}>
              <Button size="large" disabled={at === 0} onClick={() => go(at - 1)}>
                {t('learner.play.previous')}
              </Button>
              {checks && !review && (
                <Button
                  type="primary"
                  size="large"
                  disabled={!isAnswered(draft) || isBusy || attempt.isGrace}
                  loading={isChecking}
                  onClick={check}
                >
                  {t('learner.play.check')}
                </Button>
              )}
              <Button type={checks && !review ? 'default' : 'primary'} size="large" onClick={() => go(at + 1)}>
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
            go={go}
            submit={() => void attempt.finish('submitting')}
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
