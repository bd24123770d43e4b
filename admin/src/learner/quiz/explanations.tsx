import { useTranslation } from 'react-i18next';
import type { AttemptSheet, ReviewQuestion, SheetQuestion } from '@contract/attempt-answers';
import { formatCount } from '@/kit/format';
import { StatusTag } from '@/kit/status-tag';
import { Prose, ProseLine } from '../prose';

type Verdict = 'right' | 'partly' | 'wrong' | 'open';

const verdictOf = ({ earned, points, chosen }: ReviewQuestion): Verdict =>
  chosen.length === 0 ? 'open' : earned >= points ? 'right' : earned > 0 ? 'partly' : 'wrong';
const TONE = { right: 'success', partly: 'warning', wrong: 'error', open: 'neutral' } as const;
const GLYPH = { right: '✓', partly: '◐', wrong: '×', open: '–' } as const;

/** Each question with what was chosen, what was right, and why. */
export function Explanations({ sheet, review }: { sheet: AttemptSheet; review: readonly ReviewQuestion[] }) {
  const { t } = useTranslation();
  return (
    <section className="lr-explain" aria-labelledby="explanations">
      <h2 id="explanations">{t('learner.explain.title')}</h2>
      <ol className="sg-stack sg-gap-16">
        {sheet.questions.map((question, at) => {
          const reviewed = review.find(({ slot }) => slot === question.slot);
          return reviewed && <Reviewed key={question.slot} no={at + 1} question={question} review={reviewed} />;
        })}
      </ol>
    </section>
  );
}

function Reviewed({ no, question, review }: { no: number; question: SheetQuestion; review: ReviewQuestion }) {
  const { t, i18n } = useTranslation();
  const verdict = verdictOf(review);
  const number = (value: number) => formatCount(value, i18n.language);
  return (
    <li className="sg-card sg-stack sg-gap-12">
      <div className="sg-row sg-wrap sg-between sg-gap-8">
        <h3>{t('learner.explain.question', { no: number(no) })}</h3>
        <StatusTag tone={TONE[verdict]} glyph={GLYPH[verdict]}>
          {t(`learner.explain.${verdict}`)} ·{' '}
          {t('learner.explain.points', { earned: number(review.earned), points: number(review.points) })}
        </StatusTag>
      </div>
      <Prose source={question.text} />
      <ul className="lr-explain-options sg-stack sg-gap-4">
        {question.options.map(({ option_id, text }) => {
          const chosen = review.chosen.includes(option_id);
          const right = review.right.includes(option_id);
          const feedback = review.options.find((each) => each.option_id === option_id)?.feedback;
          return (
            <li key={option_id} className="sg-flex sg-gap-12" data-right={right} data-chosen={chosen}>
              <span className={`sg-fixed lr-explain-mark ${right ? 'sg-success' : 'sg-error'}`} aria-hidden="true">
                {right ? '✓' : chosen ? '×' : ''}
              </span>
              <span>
                <ProseLine source={text} />
                {(right || chosen) && (
                  <small>
                    {[chosen && t('learner.explain.yours'), right && t('learner.explain.is_right')]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                )}
                {chosen && feedback && <small className="sg-soft">{feedback}</small>}
              </span>
            </li>
          );
        })}
      </ul>
      {review.feedback && <Prose source={review.feedback} />}
      {review.explanation && (
        <div className="lr-why">
          <strong>{t('learner.explain.why')}</strong>
          <Prose source={review.explanation} />
        </div>
      )}
    </li>
  );
}
