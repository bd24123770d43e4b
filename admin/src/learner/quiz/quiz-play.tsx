import { FlagFilled, FlagOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AttemptSheet } from '@contract/attempt-answers';
import { directionOf } from '@contract/languages';
import { BackLink } from '../learner-frame';
import { Countdown } from './countdown';
import { Navigator } from './navigator';
import { Question } from './question';
import { chosenAfter, wishOf } from './quiz-keys';
import { ReviewBeforeSubmit } from './review-before';
import { SaveState } from './save-state';
import { useFlags } from './use-flags';
import type { useAttempt } from './use-attempt';

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
  const firstOpen = questions.findIndex(({ slot }) => !answers.get(slot)?.option_id.length);
  const [at, setAt] = useState(firstOpen < 0 ? questions.length : firstOpen);
  const [flags, flag] = useFlags(sheet.attempt_id);
  const question = questions[at];
  const heading = useRef<HTMLHeadingElement>(null);
  const isBusy = attempt.ending !== 'no';

  const go = (to: number) => setAt(Math.max(0, Math.min(questions.length, to)));
  const choose = (option: string) => {
    if (!question || isBusy) return;
    const chosen = answers.get(question.slot)?.option_id ?? [];
    attempt.give(question.slot, chosenAfter(question.kind, chosen, option));
  };

  const isFirst = useRef(true);
  useEffect(() => {
    // Not on arrival: the page begins at its top.
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [at]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isText =
        target.isContentEditable || target.matches('textarea, input:not([type=radio]):not([type=checkbox])');
      const wish = wishOf(
        {
          key: event.key,
          ctrlKey: event.ctrlKey,
          metaKey: event.metaKey,
          altKey: event.altKey,
          tag: target.tagName.toLowerCase(),
          isText,
        },
        directionOf(i18n.language) === 'rtl',
      );
      if (!wish || isBusy || document.querySelector('[role=dialog]')) return;
      if (wish.kind === 'choose') {
        const option = question?.options[wish.at];
        if (!option) return;
        choose(option.option_id);
      } else if (!question && wish.kind === 'next') return;
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
      <header className="sg-row sg-wrap sg-between sg-gap-8-24 sg-mb-16">
        <h1>
          <bdi>{sheet.title}</bdi>
        </h1>
        <div className="sg-row sg-wrap sg-gap-8-20">
          <SaveState answers={attempt.answers} zone={zone} />
          {sheet.deadline && <Countdown sheet={sheet} deadline={sheet.deadline} now={attempt.clock.now} />}
        </div>
      </header>
      <Navigator questions={questions} answers={answers} flags={flags} at={at} go={go} />
      <div className="sg-card sg-stack sg-gap-20" aria-busy={isBusy}>
        {question ? (
          <>
            <div className="lr-question-top sg-row sg-between sg-gap-16">
              <h2 ref={heading} tabIndex={-1}>
                {t('learner.play.question', { no: at + 1, all: questions.length })}
              </h2>
              <Button
                type="text"
                icon={flags.has(question.slot) ? <FlagFilled aria-hidden /> : <FlagOutlined aria-hidden />}
                onClick={() => flag(question.slot)}
              >
                {t(flags.has(question.slot) ? 'learner.play.unflag' : 'learner.play.flag')}
              </Button>
            </div>
            <Question
              key={question.slot}
              question={question}
              chosen={answers.get(question.slot)?.option_id ?? []}
              disabled={isBusy}
              choose={choose}
            />
            <footer className="lr-question-foot sg-flex sg-between sg-gap-12">
              <Button size="large" disabled={at === 0} onClick={() => go(at - 1)}>
                {t('learner.play.previous')}
              </Button>
              <Button type="primary" size="large" onClick={() => go(at + 1)}>
                {t(at + 1 < questions.length ? 'learner.play.next' : 'learner.play.to_review')}
              </Button>
            </footer>
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
      </div>
      {attempt.ending === 'time_up' && (
        <Alert className="kit-banner" type="warning" showIcon message={t('learner.play.time_up')} />
      )}
      <p className="lr-keys sg-faint">{t('learner.play.keys')}</p>
    </div>
  );
}
