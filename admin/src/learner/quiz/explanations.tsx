import { useTranslation } from 'react-i18next';
import { formatCount } from '@/kit/format';
import { Prose, ProseLine } from '../prose';
import type { ReviewQuestion, Sheet, SheetQuestion } from './attempt-api';

type Verdict = 'right' | 'partly' | 'wrong' | 'open';

const verdictOf = ({ earned, points, chosen }: ReviewQuestion): Verdict =>
  chosen.length === 0 ? 'open' : earned >= points ? 'right' : earned > 0 ? 'partly' : 'wrong';
const TONE = { right: 'success', partly: 'warning', wrong: 'error', open: 'neutral' } as const;
const GLYPH = { right: '✓', partly: '◐', wrong: '×', open: '–' } as const;

/** Each question with what was chosen, what was right, and why. */
export function Explanations({ sheet, review }: { sheet: Sheet; review: readonly ReviewQuestion[] }) {
  const { t } = useTranslation();
  return (
    <section className="lr-explain" aria-labelledby="explanations">
      <h2 id="explanations">{t('learner.explain.title')}</h2>
      <ol>
        {sheet.questions.map((question, at) => {
          const told = review.find(({ slot }) => slot === question.slot);
          return told && <Told key={question.slot} no={at + 1} question={question} told={told} />;
        })}
      </ol>
    </section>
  );
}

function Told({ no, question, told }: { no: number; question: SheetQuestion; told: ReviewQuestion }) {
  const { t, i18n } = useTranslation();
  const verdict = verdictOf(told);
  const number = (value: number) => formatCount(value, i18n.language);
  return (
    <li className="sg-card">
      <div className="lr-explain-top">
        <h3>{t('learner.explain.question', { no: number(no) })}</h3>
        <span className={`kit-tag kit-tone-${TONE[verdict]}`}>
          <span className="kit-tag-glyph" aria-hidden="true">
            {GLYPH[verdict]}
          </span>
          {t(`learner.explain.${verdict}`)} ·{' '}
          {t('learner.explain.points', { earned: number(told.earned), points: number(told.points) })}
        </span>
      </div>
      <Prose source={question.text} />
      <ul className="lr-explain-options">
        {question.options.map(({ option_id, text }) => {
          const chosen = told.chosen.includes(option_id);
          const right = told.right.includes(option_id);
          const feedback = told.options.find((each) => each.option_id === option_id)?.feedback;
          return (
            <li key={option_id} data-right={right} data-chosen={chosen}>
              <span className="lr-explain-mark" aria-hidden="true">
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
                {chosen && feedback && <small className="lr-soft">{feedback}</small>}
              </span>
            </li>
          );
        })}
      </ul>
      {told.feedback && <Prose source={told.feedback} />}
      {told.explanation && (
        <div className="lr-why">
          <strong>{t('learner.explain.why')}</strong>
          <Prose source={told.explanation} />
        </div>
      )}
    </li>
  );
}
