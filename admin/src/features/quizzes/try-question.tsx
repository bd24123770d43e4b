import { Checkbox, Flex, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SheetQuestion } from '@contract/attempt-answers';
import { formatCount } from '@/components/format';
import { PlainText } from '@/components/plain-text';
import { StatusTag } from '@/components/status-tag';
import type { AnswerProps } from '@/features/learner/quiz/answer-props';
import type { Given } from '@/features/learner/quiz/given';
import { MatchingAnswer, OrderingAnswer } from '@/features/learner/quiz/placed-answer';
import { NumberAnswer, TextAnswer } from '@/features/learner/quiz/typed-answer';
import '@/features/learner/quiz/quiz.css';

const ANSWERS: Partial<Record<SheetQuestion['kind'], (props: AnswerProps) => React.JSX.Element>> = {
  ...{ fill_in: TextAnswer, numeric: NumberAnswer, matching: MatchingAnswer, ordering: OrderingAnswer },
};

/** One question to be answered; `earned` once it was graded. */
export function TryQuestion(props: {
  question: SheetQuestion;
  given: Given;
  give: (given: Given) => void;
  earned: number | undefined;
}) {
  const { question, given, give, earned } = props;
  const { t, i18n } = useTranslation();
  const shown = earned === undefined ? '' : formatCount(Math.round(earned * 100) / 100, i18n.language);
  const Answer = ANSWERS[question.kind] ?? Choices;
  return (
    <fieldset className="qz-try">
      <legend>
        <span className="sg-number">{question.slot}.</span> <PlainText text={question.text} />
      </legend>
      <Answer question={question} given={given} give={give} disabled={false} />
      <p className="sg-faint">
        {earned === undefined ? (
          t('quizzes.bank.points', { count: question.points })
        ) : (
          <StatusTag tone={earned >= question.points ? 'success' : earned > 0 ? 'warning' : 'error'}>
            {t('quizzes.try.earned', { earned: shown, count: question.points })}
          </StatusTag>
        )}
      </p>
    </fieldset>
  );
}

function Choices({ question, given, give }: AnswerProps) {
  const chosen = [...(given.option_id ?? [])];
  const options = question.options.map(({ option_id, text }) => ({
    value: option_id,
    label: <PlainText text={text} />,
  }));
  if (question.kind === 'multiple')
    return (
      <Checkbox.Group value={chosen} onChange={(ids) => give({ option_id: ids.map(String) })}>
        <Flex vertical gap={8}>
          {options.map(({ value, label }) => (
            <Checkbox key={value} value={value}>
              {label}
            </Checkbox>
          ))}
        </Flex>
      </Checkbox.Group>
    );
  return (
    <Radio.Group value={chosen[0]} onChange={(event) => give({ option_id: [String(event.target.value)] })}>
      <Flex vertical gap={8}>
        {options.map(({ value, label }) => (
          <Radio key={value} value={value}>
            {label}
          </Radio>
        ))}
      </Flex>
    </Radio.Group>
  );
}
