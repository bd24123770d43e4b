import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SheetQuestion } from '@contract/attempt.responses';
import { formatCount } from '@/components/format';
import { PlainText } from '@/components/plain-text';
import type { AnswerProps } from './answer-props';
import { MatchingAnswer, OrderingAnswer } from './matching-ordering-answers';
import { selectOption } from './quiz-shortcuts';
import { NumberAnswer, TextAnswer } from './typed-answers';

const ANSWERS: Partial<Record<SheetQuestion['kind'], (props: AnswerProps) => React.JSX.Element>> = {
  fill_in: TextAnswer,
  numeric: NumberAnswer,
  matching: MatchingAnswer,
  ordering: OrderingAnswer,
};
const HINTS: Partial<Record<SheetQuestion['kind'], string>> = {
  multiple: 'learner.play.several',
  matching: 'learner.answer.match',
  ordering: 'learner.answer.order',
};

/** A question with the input of its kind. */
export function Question(props: AnswerProps) {
  const { question, disabled } = props;
  const { t } = useTranslation();
  const hintKey = question.grading ? `learner.play.${question.grading}` : HINTS[question.kind];
  const hint = [
    hintKey && t(hintKey),
    question.points > 1 && t('learner.play.points', { count: question.points }),
  ].filter(Boolean);
  const Answer = ANSWERS[question.kind] ?? ChoiceAnswer;
  return (
    <fieldset className="lr-question sg-stack sg-gap-12" disabled={disabled}>
      <legend>
        <PlainText block text={question.text} />
        {hint.length > 0 && <div className="lr-hint sg-soft">{hint.join(' · ')}</div>}
      </legend>
      <Answer {...props} />
    </fieldset>
  );
}

function ChoiceAnswer({ question, answer, onAnswer }: AnswerProps) {
  const { i18n } = useTranslation();
  const chosen = answer.option_id ?? [];
  return question.options.map((option, at) => (
    <label
      key={option.option_id}
      className="lr-option sg-choice sg-row sg-gap-12"
      data-chosen={chosen.includes(option.option_id)}
    >
      <input
        type={question.kind === 'multiple' ? 'checkbox' : 'radio'}
        name={`slot-${question.slot}`}
        checked={chosen.includes(option.option_id)}
        onChange={() => onAnswer({ option_id: selectOption(question.kind, chosen, option.option_id) })}
      />
      <span className="sg-grow sg-any">
        <PlainText text={option.text} />
      </span>
      {at < 9 && (
        <Typography.Text keyboard type="secondary" aria-hidden="true" className="lr-option-key">
          {formatCount(at + 1, i18n.language)}
        </Typography.Text>
      )}
    </label>
  ));
}
