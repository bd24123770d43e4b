import { Flex } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReviewQuestion, SheetQuestion } from '@contract/attempt-answers';
import { formatCount, formatDecimal, formatPercent } from '@/components/format';
import { PlainText } from '@/components/plain-text';

interface Reviewed {
  readonly question: SheetQuestion;
  readonly review: ReviewQuestion;
}

/** What was answered beside what was right, as the kind of the question shows it. */
export function AnswersReviewed({ question, review }: Reviewed) {
  const lines = { fill_in: TypedLines, numeric: TypedLines, matching: PairLines, ordering: OrderLines } as const;
  const Lines = question.kind in lines ? lines[question.kind as keyof typeof lines] : ChoiceLines;
  return (
    <Flex component="ul" className="lr-explain-options" vertical gap={4}>
      <Lines question={question} review={review} />
    </Flex>
  );
}

function Line(props: {
  right: boolean;
  chosen: boolean;
  /** Neither right nor wrong. */
  partly?: boolean;
  notes?: readonly (string | false | null | undefined)[];
  feedback?: string | null | undefined;
  children: ReactNode;
}) {
  const { right, chosen, partly = false, notes = [], feedback, children } = props;
  const words = notes.filter(Boolean);
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
        {words.length > 0 && <div className="sg-14 sg-soft">{words.join(' · ')}</div>}
        {feedback && (
          <div className="sg-14 sg-soft">
            <PlainText text={feedback} />
          </div>
        )}
      </div>
    </Flex>
  );
}

function ChoiceLines({ question, review }: Reviewed) {
  const { t } = useTranslation();
  return question.options.map(({ option_id, text }) => {
    const chosen = review.chosen.includes(option_id);
    const right = review.right.includes(option_id);
    const feedback = chosen ? review.options.find((each) => each.option_id === option_id)?.feedback : null;
    const notes = [chosen && t('learner.explain.yours'), right && t('learner.explain.is_right')];
    return (
      <Line key={option_id} right={right} chosen={chosen} notes={notes} feedback={feedback}>
        <PlainText text={text} />
      </Line>
    );
  });
}

/** What was typed; then what is accepted, with its share where it is not all. */
function TypedLines({ question, review }: Reviewed) {
  const { t, i18n } = useTranslation();
  const isNumber = question.kind === 'numeric';
  const number = (decimal: string) => formatDecimal(decimal, i18n.language);
  const given = isNumber ? review.value && number(review.value) : review.text;
  const met = review.options.find(({ option_id }) => option_id === review.chosen[0]);
  return (
    <>
      {review.answered && (
        <Line
          right={review.earned >= review.points}
          partly={review.earned > 0}
          chosen
          notes={[t('learner.explain.yours')]}
          feedback={met?.feedback}
        >
          <bdi>{given}</bdi>
        </Line>
      )}
      {review.options
        .filter(({ fraction }) => fraction > 0)
        .map(({ option_id, text, tolerance, fraction }) => (
          <Line
            key={option_id}
            right={fraction === 1}
            chosen={false}
            notes={[t('learner.explain.is_accepted'), fraction < 1 && formatPercent(fraction * 100, i18n.language)]}
          >
            <PlainText text={isNumber ? [text, ...(tolerance ? [tolerance] : [])].map(number).join(' ± ') : text} />
          </Line>
        ))}
    </>
  );
}

function PairLines({ review }: Reviewed) {
  const { t } = useTranslation();
  const given = new Map((review.pairs ?? []).map(({ option_id, match }) => [option_id, match]));
  return review.options
    .filter(({ text }) => text !== '')
    .map(({ option_id, text, match, feedback }) => {
      const chosen = given.get(option_id);
      const right = chosen === match;
      const notes = [
        chosen !== undefined && t('learner.explain.your', { answer: chosen }),
        !right && t('learner.explain.would_be', { answer: match }),
      ];
      return (
        <Line key={option_id} right={right} chosen={chosen !== undefined} notes={notes} feedback={chosen && feedback}>
          <PlainText text={text} />
        </Line>
      );
    });
}

/** In the order that was made; unanswered, in the right one. */
function OrderLines({ review }: Reviewed) {
  const { t, i18n } = useTranslation();
  const count = (n: number) => formatCount(n, i18n.language);
  const placed = review.chosen.length > 0 ? review.chosen : review.right;
  return placed.map((option_id, at) => {
    const { text = '', feedback = null } = review.options.find((each) => each.option_id === option_id) ?? {};
    const place = review.right.indexOf(option_id);
    const right = place === at;
    return (
      <Line
        key={option_id}
        right={right}
        chosen={review.answered}
        notes={[!right && t('learner.explain.place', { at: count(place + 1) })]}
        feedback={review.answered && !right ? feedback : null}
      >
        <span className="sg-number sg-soft">{count(at + 1)}.</span> <PlainText text={text} />
      </Line>
    );
  });
}
