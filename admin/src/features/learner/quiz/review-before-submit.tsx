import { Button, Flex } from 'antd';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { SheetQuestion } from '@contract/attempt.responses';
import { formatCount } from '@/components/format';
import { PlainText } from '@/components/plain-text';
import { StatusTag } from '@/components/status-tag';
import { useOnline } from '@/components/use-online';
import type { SaverSnapshot } from './answer-saver';
import { answerTexts, isAnswered } from './partial-answer';
import type { Ending } from './use-attempt';

/** All questions with their answers, and the button that submits the attempt. */
export function ReviewBeforeSubmit(props: {
  heading: RefObject<HTMLHeadingElement | null>;
  questions: readonly SheetQuestion[];
  answers: SaverSnapshot;
  flags: ReadonlySet<number>;
  ending: Ending;
  onSelect: (at: number) => void;
  onSubmit: () => void;
}) {
  const { questions, answers, flags, ending, onSelect, onSubmit } = props;
  const { t, i18n } = useTranslation();
  const isOnline = useOnline();
  const openCount = questions.filter(({ slot }) => !isAnswered(answers.answers.get(slot))).length;
  return (
    <>
      <h2 ref={props.heading} tabIndex={-1}>
        {t('learner.review.title')}
      </h2>
      <p className={openCount > 0 ? 'sg-warning' : 'sg-soft'}>
        {openCount > 0 ? t('learner.review.open', { count: openCount }) : t('learner.review.all')}
      </p>
      <ol className="sg-lines">
        {questions.map((question, at) => {
          const texts = answerTexts(question, answers.answers.get(question.slot));
          return (
            <li key={question.slot}>
              <button type="button" onClick={() => onSelect(at)} className="sg-press sg-line sg-whole">
                <span className="sg-number sg-fixed sg-soft">{formatCount(at + 1, i18n.language)}</span>
                <span className="sg-stack sg-grow sg-any">
                  <span>
                    <PlainText text={question.text} />
                  </span>
                  {texts.length > 0 ? (
                    <strong>{texts.join(' · ')}</strong>
                  ) : (
                    <span className="sg-warning">{t('learner.play.open')}</span>
                  )}
                </span>
                {flags.has(question.slot) && (
                  <StatusTag tone="warning" glyph="⚑">
                    {t('learner.play.flagged')}
                  </StatusTag>
                )}
              </button>
            </li>
          );
        })}
      </ol>
      {ending === 'submitting' && (answers.state === 'waiting' || !isOnline) && (
        <p className="sg-warning" role="status">
          {t('learner.review.waiting')}
        </p>
      )}
      <Flex component="footer" className="lr-question-foot" justify="space-between" gap={12}>
        <Button size="large" onClick={() => onSelect(questions.length - 1)} disabled={ending !== 'no'}>
          {t('learner.play.previous')}
        </Button>
        <Button type="primary" size="large" loading={ending !== 'no'} onClick={onSubmit}>
          {t('learner.review.submit')}
        </Button>
      </Flex>
    </>
  );
}
