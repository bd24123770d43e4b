import { Flex } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReviewQuestion, SheetQuestion } from '@contract/attempt.responses';
import { formatCount, formatDecimal, formatPercent } from '@/components/format';
import { PlainText } from '@/components/plain-text';

interface ReviewProps {
  readonly question: SheetQuestion;
  readonly review: ReviewQuestion;
}

/** The given and the right answer, displayed by the kind of question. */
export function ReviewedAnswers({ question, review }: ReviewProps) {
  const lines = { fill_in: TypedLines, numeric: TypedLines, matching: PairLines, ordering: OrderLines } as const;
  const Lines = question.kind in lines ? lines[question.kind as keyof typeof lines] : ChoiceLines;
  return (
    <Flex component="ul" className="lr-explain-options" vertical gap={4}>
      <Lines question={question} review={review} />
    </Flex>
  );
}

function AnswerLine(props: {
  right: boolean;
  chosen: boolean;
  /** Neither right nor wrong. */
  partly?: boolean;
  notes?: readonly (string | false | null | undefined)[];
  feedback?: string | null | undefined;
  children: ReactNode;
}) {
  const { right, chosen, partly = false, notes = [], feedback, children } = props;
  const visibleNotes = notes.filter(Boolean);
  return (
    <Flex component="li" gap={12} data-right={right} data-chosen={chosen && !partly}>
      <span
        className={`sg-fixed sg-semi lr-explain-mark ${right ? 'sg-success' : partly ? 'sg-warning' : 'sg-error'}`}
        aria-hidden="true"
      >
        {right ? '✓' : partly ? '◐' : chosen ? '×' : ''}
      </span>
      <div>
        {children}
        {visibleNotes.length > 0 && <div className="sg-14 sg-soft">{visibleNotes.join(' · ')}</div>}
        {feedback && (
          <div className="sg-14 sg-soft">
            <PlainText text={feedback} />
          </div>
        )}
      </div>
    </Flex>
  );
}

function ChoiceLines({ question, review }: ReviewProps) {
  const { t } = useTranslation();
  return question.options.map(({ option_id, text }) => {
    const chosen = review.chosen.includes(option_id);
    const right = review.right.includes(option_id);
    const feedback = chosen ? review.options.find((each) => each.option_id === option_id)?.feedback : null;
    const notes = [chosen && t('learner.explain.yours'), right && t('learner.explain.is_right')];
    return (
      <AnswerLine key={option_id} right={right} chosen={chosen} notes={notes} feedback={feedback}>
        <PlainText text={text} />
      </AnswerLine>
    );
  });
}

/** The typed answer, then the accepted ones with their share if it is not 100 %. */
function TypedLines({ question, review }: ReviewProps) {
  const { t, i18n } = useTranslation();
  const isNumber = question.kind === 'numeric';
  const number = (decimal: string) => formatDecimal(decimal, i18n.language);
  const answer = isNumber ? review.value && number(review.value) : review.text;
  const matchedOption = review.options.find(({ option_id }) => option_id === review.chosen[0]);
  return (
    <>
      {review.answered && (
        <AnswerLine
          right={review.earned >= review.points}
          partly={review.earned > 0}
          chosen
          notes={[t('learner.explain.yours')]}
          feedback={matchedOption?.feedback}
        >
          <bdi>{answer}</bdi>
        </AnswerLine>
      )}
      {review.options
        .filter(({ fraction }) => fraction > 0)
        .map(({ option_id, text, tolerance, fraction }) => (
          <AnswerLine
            key={option_id}
            right={fraction === 1}
            chosen={false}
            notes={[t('learner.explain.is_accepted'), fraction < 1 && formatPercent(fraction * 100, i18n.language)]}
          >
            <PlainText text={isNumber ? [text, ...(tolerance ? [tolerance] : [])].map(number).join(' ± ') : text} />
          </AnswerLine>
        ))}
    </>
  );
}

function PairLines({ review }: ReviewProps) {
  const { t } = useTranslation();
  const chosenMatches = new Map((review.pairs ?? []).map(({ option_id, match }) => [option_id, match]));
  return review.options
    .filter(({ text }) => text !== '')
    .map(({ option_id, text, match, feedback }) => {
      const chosen = chosenMatches.get(option_id);
      const right = chosen === match;
      const notes = [
        chosen !== undefined && t('learner.explain.your', { answer: chosen }),
        !right && t('learner.explain.would_be', { answer: match }),
      ];
      return (
        <AnswerLine
          key={option_id}
          right={right}
          chosen={chosen !== undefined}
          notes={notes}
          feedback={chosen && feedback}
        >
          <PlainText text={text} />
        </AnswerLine>
      );
    });
}

/** In the given order; if unanswered, in the right order. */
function OrderLines({ review }: ReviewProps) {
  const { t, i18n } = useTranslation();
  const count = (n: number) => formatCount(n, i18n.language);
  const shownOrder = review.chosen.length > 0 ? review.chosen : review.right;
  return shownOrder.map((option_id, at) => {
    const { text = '', feedback = null } = review.options.find((each) => each.option_id === option_id) ?? {};
    const rightPosition = review.right.indexOf(option_id);
    const right = rightPosition === at;
    return (
      <AnswerLine
        key={option_id}
        right={right}
        chosen={review.answered}
        notes={[!right && t('learner.explain.place', { at: count(rightPosition + 1) })]}
        feedback={review.answered && !right ? feedback : null}
      >
        <span className="sg-number sg-soft">{count(at + 1)}.</span> <PlainText text={text} />
      </AnswerLine>
    );
  });
}
