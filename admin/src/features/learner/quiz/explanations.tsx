import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AttemptSheet, ReviewQuestion, SheetQuestion } from '@contract/attempt.responses';
import { formatCount } from '@/components/format';
import { PlainText } from '@/components/plain-text';
import { StatusTag } from '@/components/status-tag';
import { ReviewedAnswers } from './reviewed-answers';

type VerdictKind = 'right' | 'partly' | 'wrong' | 'open';

const verdictOf = ({ earned, points, answered }: ReviewQuestion): VerdictKind =>
  !answered ? 'open' : earned >= points ? 'right' : earned > 0 ? 'partly' : 'wrong';
const TONE = { right: 'success', partly: 'warning', wrong: 'error', open: 'neutral' } as const;
const GLYPH = { right: '✓', partly: '◐', wrong: '×', open: '–' } as const;

/** Each question with the given answer, the right one, and the explanation. */
export function Explanations({ sheet, review }: { sheet: AttemptSheet; review: readonly ReviewQuestion[] }) {
  const { t } = useTranslation();
  return (
    <section className="lr-explain" aria-labelledby="explanations">
      <h2 id="explanations" className="sg-mb-8">
        {t('learner.explain.title')}
      </h2>
      <Flex component="ol" vertical gap={16}>
        {sheet.questions.map((question, at) => {
          const questionReview = review.find(({ slot }) => slot === question.slot);
          return (
            questionReview && (
              <ReviewedQuestion key={question.slot} no={at + 1} question={question} review={questionReview} />
            )
          );
        })}
      </Flex>
    </section>
  );
}

function ReviewedQuestion({ no, question, review }: { no: number; question: SheetQuestion; review: ReviewQuestion }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatCount(value, i18n.language);
  return (
    <Flex component="li" className="sg-card" vertical gap={12}>
      <Flex wrap justify="space-between" align="center" gap={8}>
        <h3 className="sg-medium sg-soft">{t('learner.explain.question', { no: number(no) })}</h3>
        <Verdict review={review} />
      </Flex>
      <QuestionExplanation question={question} review={review} />
    </Flex>
  );
}

export function Verdict({ review }: { review: ReviewQuestion }) {
  const verdict = verdictOf(review);
  return (
    <StatusTag tone={TONE[verdict]} glyph={GLYPH[verdict]}>
      <VerdictText review={review} />
    </StatusTag>
  );
}

export function VerdictText({ review }: { review: ReviewQuestion }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatCount(value, i18n.language);
  return (
    <>
      {t(`learner.explain.${verdictOf(review)}`)} ·{' '}
      {t('learner.explain.points', { earned: number(review.earned), points: number(review.points) })}
    </>
  );
}

export function QuestionExplanation({ question, review }: { question: SheetQuestion; review: ReviewQuestion }) {
  const { t } = useTranslation();
  return (
    <>
      <strong>
        <PlainText block text={question.text} />
      </strong>
      <ReviewedAnswers question={question} review={review} />
      {review.feedback && <PlainText block text={review.feedback} />}
      {review.explanation && (
        <div className="lr-why">
          <strong>{t('learner.explain.why')}</strong>
          <PlainText block text={review.explanation} />
        </div>
      )}
    </>
  );
}
