import { Checkbox, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SheetQuestion } from '@contract/attempt-answers';
import { formatCount } from '@/kit/format';
import { StatusTag } from '@/kit/status-tag';

/** One question to be answered; `earned` once it was graded. */
export function TryQuestion(props: {
  question: SheetQuestion;
  chosen: readonly string[];
  choose: (ids: string[]) => void;
  earned: number | undefined;
}) {
  const { question, chosen, choose, earned } = props;
  const { t, i18n } = useTranslation();
  const options = question.options.map(({ option_id, text }) => ({ value: option_id, label: <bdi>{text}</bdi> }));
  const shown = earned === undefined ? '' : formatCount(Math.round(earned * 100) / 100, i18n.language);
  return (
    <fieldset className="qz-try">
      <legend>
        <span className="sg-number">{question.slot}.</span> <bdi>{question.text}</bdi>
      </legend>
      {question.kind === 'multiple' ? (
        <Checkbox.Group value={[...chosen]} options={options} onChange={(ids) => choose(ids.map(String))} />
      ) : (
        <Radio.Group value={chosen[0]} options={options} onChange={(event) => choose([String(event.target.value)])} />
      )}
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
