import { useEffect, useEffectEvent, useRef } from 'react';
import { Alert, Button, Checkbox, Form } from 'antd';
import { PlusOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { MultipleGrading } from '@contract/multiple-grading';
import { minimumOptionCount, OPTIONS_MAX } from '@contract/questions.resource';
import { formatPercent } from '@/components/format';
import type { InputProps } from '@/crud/resource-module';
import { OptionRow } from './option-row';
import {
  percentForTickingAll,
  blankOption,
  adaptToKind,
  toggleCorrect,
  moveItem,
  findOptionsProblem,
  initialOptions,
  setWeight,
  totalPercent,
  type QuestionKind,
  type OptionDraft,
} from '../question-options';
import '../questions.css';

const HINTS: Partial<Record<QuestionKind, string>> = {
  fill_in: 'questions.options.hint_fill_in',
  numeric: 'questions.options.hint_numeric',
  matching: 'questions.options.hint_matching',
  ordering: 'questions.options.hint_ordering',
};

/** Editor of a question's options: text, right or wrong, and weights. */
export function OptionsInput({ value, onChange, control }: InputProps) {
  const { t, i18n } = useTranslation();
  const percent = (value: number) => formatPercent(value, i18n.language);
  const form = Form.useFormInstance();
  const kind = (Form.useWatch('kind', { form, preserve: true }) as QuestionKind | undefined) ?? 'single';
  const grading = Form.useWatch('grading', { form, preserve: true }) as MultipleGrading | undefined;
  const trueFalseLabels = [t('questions.options.true'), t('questions.options.false')] as const;
  const formOptions = (value ?? []) as readonly OptionDraft[];
  // Initial options are not written to the form, so that an untouched question has no unsaved changes.
  const options = formOptions.length > 0 ? formOptions : initialOptions(kind, trueFalseLabels);
  const listRef = useRef<HTMLDivElement>(null);
  const lastKind = useRef(kind);
  const adaptOptions = useEffectEvent((nextKind: QuestionKind) => {
    if (lastKind.current === nextKind) return;
    lastKind.current = nextKind;
    if (formOptions.length > 0) onChange?.(adaptToKind(formOptions, nextKind, trueFalseLabels));
  });
  useEffect(() => adaptOptions(kind), [kind]);

  const setOptions = (next: readonly OptionDraft[], focus?: number) => {
    onChange?.(next);
    if (focus === undefined) return;
    requestAnimationFrame(() => listRef.current?.querySelectorAll<HTMLElement>('[data-option]')[focus]?.focus());
  };
  const insert = (at: number) => {
    if (options.length < OPTIONS_MAX)
      setOptions([...options.slice(0, at), blankOption(kind), ...options.slice(at)], at);
  };
  const isFixed = kind === 'true_false';
  const problem = formOptions.length > 0 ? findOptionsProblem(options, kind) : null;
  const tickAllPercent = kind === 'multiple' ? percentForTickingAll(options, grading ?? 'wrong_ticks_cost') : 0;
  return (
    <div
      id={control.id}
      aria-describedby={control['aria-describedby']}
      ref={listRef}
      className="sg-stack sg-gap-8"
      role="group"
      aria-label={t('questions.fields.options')}
      tabIndex={-1}
    >
      {options.map((option, at) => (
        <OptionRow
          key={at}
          option={option}
          at={at}
          count={options.length}
          kind={kind}
          change={(next) => setOptions(options.map((each, index) => (index === at ? next : each)))}
          mark={() => setOptions(toggleCorrect(options, at, kind))}
          weigh={(percent) => setOptions(setWeight(options, at, percent))}
          move={(by) => setOptions(moveItem(options, at, by), Math.min(options.length - 1, Math.max(0, at + by)))}
          addBelow={() => !isFixed && insert(at + 1)}
          remove={
            !isFixed && options.length > minimumOptionCount(kind)
              ? () =>
                  setOptions(
                    options.filter((_, index) => index !== at),
                    Math.max(0, at - 1),
                  )
              : undefined
          }
        />
      ))}
      <div className="sg-row sg-wrap sg-gap-8 sg-small">
        {!isFixed && (
          <Button
            type="dashed"
            icon={<PlusOutlined aria-hidden />}
            disabled={options.length >= OPTIONS_MAX}
            onClick={() => insert(options.length)}
          >
            {t('questions.options.add')}
          </Button>
        )}
        {kind === 'fill_in' && (
          <Checkbox
            checked={options.some(({ case_sensitive }) => case_sensitive)}
            onChange={(event) =>
              setOptions(options.map((option) => ({ ...option, case_sensitive: event.target.checked })))
            }
          >
            {t('questions.options.case')}
          </Checkbox>
        )}
        <span className={problem ? 'sg-warning' : 'sg-faint'} role="status">
          {problem
            ? t(problem.key, { ...problem.facts, count: problem.facts.min, sum: percent(problem.facts.sum) })
            : kind === 'multiple' && formOptions.length > 0
              ? t('questions.options.adds_up', { sum: percent(totalPercent(options)) })
              : t(HINTS[kind] ?? 'questions.options.keys')}
        </span>
      </div>
      {tickAllPercent > 0 && (
        <Alert
          type="warning"
          showIcon
          message={t('questions.options.all_ticked', { earned: percent(tickAllPercent) })}
        />
      )}
    </div>
  );
}
