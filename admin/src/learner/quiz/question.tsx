import { useTranslation } from 'react-i18next';
import type { SheetQuestion } from '@contract/attempt-answers';
import { formatCount } from '@/kit/format';
import { Prose, ProseLine } from '../prose';

/** A question with its options as real radios or checkboxes; each choice is saved as it is made. */
export function Question(props: {
  question: SheetQuestion;
  chosen: readonly string[];
  disabled: boolean;
  choose: (option: string) => void;
}) {
  const { question, chosen, disabled, choose } = props;
  const { t, i18n } = useTranslation();
  const several = question.kind === 'multiple';
  const hint = [
    several && t('learner.play.several'),
    question.points > 1 && t('learner.play.points', { count: question.points }),
  ].filter(Boolean);
  return (
    <fieldset className="lr-question sg-stack sg-gap-10" disabled={disabled}>
      <legend>
        <Prose source={question.text} />
        {hint.length > 0 && <small>{hint.join(' · ')}</small>}
      </legend>
      {question.options.map((option, at) => (
        <label
          key={option.option_id}
          className="lr-option sg-choice sg-row"
          data-chosen={chosen.includes(option.option_id)}
        >
          <input
            type={several ? 'checkbox' : 'radio'}
            name={`slot-${question.slot}`}
            checked={chosen.includes(option.option_id)}
            onChange={() => choose(option.option_id)}
          />
          <span className="sg-grow sg-any">
            <ProseLine source={option.text} />
          </span>
          {at < 9 && (
            <kbd aria-hidden="true" className="lr-option-key sg-faint">
              {formatCount(at + 1, i18n.language)}
            </kbd>
          )}
        </label>
      ))}
    </fieldset>
  );
}
