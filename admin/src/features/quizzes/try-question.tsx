import { Checkbox, Flex, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SheetQuestion } from '@contract/attempt.responses';
import { formatCount } from '@/components/format';
import { PlainText } from '@/components/plain-text';
import { StatusTag } from '@/components/status-tag';
import type { AnswerProps } from '@/features/learner/quiz/answer-props';
import type { PartialAnswer } from '@/features/learner/quiz/partial-answer';
import { MatchingAnswer, OrderingAnswer } from '@/features/learner/quiz/matching-ordering-answers';
import { NumberAnswer, TextAnswer } from '@/features/learner/quiz/typed-answers';
import '@/features/learner/quiz/quiz.css';

const ANSWERS: Partial<Record<SheetQuestion['kind'], (props: AnswerProps) => React.JSX.Element>> = {
  fill_in: TextAnswer,
  numeric: NumberAnswer,
  matching: MatchingAnswer,
  ordering: OrderingAnswer,
};

/** One question of the trial; `earned` is set after grading. */
export function TryQuestion(props: {
  question: SheetQuestion;
  answer: PartialAnswer;
  setAnswer: (answer: PartialAnswer) => void;
  earned: number | undefined;
}) {
  const { question, answer, setAnswer, earned } = props;
  const { t, i18n } = useTranslation();
  const earnedPoints = earned === undefined ? '' : formatCount(Math.round(earned * 100) / 100, i18n.language);
  const Answer = ANSWERS[question.kind] ?? Choices;
  return (
    <fieldset className="qz-try">
      <legend>
        <span className="sg-number">{question.slot}.</span> <PlainText text={question.text} />
      </legend>
      <Answer question={question} answer={answer} onAnswer={setAnswer} disabled={false} />
      <p className="sg-faint">
        {earned === undefined ? (
          t('quizzes.bank.points', { count: question.points })
        ) : (
          <StatusTag tone={earned >= question.points ? 'success' : earned > 0 ? 'warning' : 'error'}>
            {t('quizzes.try.earned', { earned: earnedPoints, count: question.points })}
          </StatusTag>
        )}
      </p>
    </fieldset>
  );
}

function Choices({ question, answer, onAnswer: setAnswer }: AnswerProps) {
  const selected = [...(answer.option_id ?? [])];
  const options = question.options.map(({ option_id, text }) => ({
    value: option_id,
    label: <PlainText text={text} />,
  }));
  if (question.kind === 'multiple')
    return (
      <Checkbox.Group value={selected} onChange={(ids) => setAnswer({ option_id: ids.map(String) })}>
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
    <Radio.Group value={selected[0]} onChange={(event) => setAnswer({ option_id: [String(event.target.value)] })}>
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
