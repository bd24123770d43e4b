import { useEffect, useEffectEvent, useRef } from 'react';
import { Alert, Button, Checkbox, Form } from 'antd';
import { PlusOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { MultipleGrading } from '@contract/multiple-grading';
import { leastOptions, OPTIONS_MAX } from '@contract/questions.resource';
import { formatPercent } from '@/components/format';
import type { InputProps } from '@/crud/module';
import { OptionRow } from './option-row';
import {
  percentForTickingAll,
  blankOf,
  fitted,
  marked,
  moved,
  optionsProblem,
  starters,
  weighted,
  worth,
  type Kind,
  type OptionDraft,
} from '../question-options';
import '../questions.css';

const HINTS: Partial<Record<Kind, string>> = {
  fill_in: 'questions.options.hint_fill_in',
  numeric: 'questions.options.hint_numeric',
  matching: 'questions.options.hint_matching',
  ordering: 'questions.options.hint_ordering',
};

/** The options of a question: text, which are right, and for several right ones what each is worth. */
export function OptionsInput({ value, onChange, control }: InputProps) {
  const { t, i18n } = useTranslation();
  const percent = (value: number) => formatPercent(value, i18n.language);
  const form = Form.useFormInstance();
  const kind = (Form.useWatch('kind', { form, preserve: true }) as Kind | undefined) ?? 'single';
  const grading = Form.useWatch('grading', { form, preserve: true }) as MultipleGrading | undefined;
  const words = [t('questions.options.true'), t('questions.options.false')] as const;
  const given = (value ?? []) as readonly OptionDraft[];
  // Shown, but not yet part of the form: a new question that nobody touched is not unsaved.
  const options = given.length > 0 ? given : starters(kind, words);
  const list = useRef<HTMLDivElement>(null);
  const known = useRef(kind);
  const fit = useEffectEvent((chosen: Kind) => {
    if (known.current === chosen) return;
    known.current = chosen;
    if (given.length > 0) onChange?.(fitted(given, chosen, words));
  });
  useEffect(() => fit(kind), [kind]);

  const set = (next: readonly OptionDraft[], focus?: number) => {
    onChange?.(next);
    if (focus === undefined) return;
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('[data-option]')[focus]?.focus());
  };
  const insert = (at: number) => {
    if (options.length < OPTIONS_MAX) set([...options.slice(0, at), blankOf(kind), ...options.slice(at)], at);
  };
  const fixed = kind === 'true_false';
  const problem = given.length > 0 ? optionsProblem(options, kind) : null;
  const allTicked = kind === 'multiple' ? percentForTickingAll(options, grading ?? 'wrong_ticks_cost') : 0;
  return (
    <div
      id={control.id}
      aria-describedby={control['aria-describedby']}
      ref={list}
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
          change={(next) => set(options.map((each, index) => (index === at ? next : each)))}
          mark={() => set(marked(options, at, kind))}
          weigh={(percent) => set(weighted(options, at, percent))}
          move={(by) => set(moved(options, at, by), Math.min(options.length - 1, Math.max(0, at + by)))}
          addBelow={() => !fixed && insert(at + 1)}
          remove={
            !fixed && options.length > leastOptions(kind)
              ? () =>
                  set(
                    options.filter((_, index) => index !== at),
                    Math.max(0, at - 1),
                  )
              : undefined
          }
        />
      ))}
      <div className="sg-row sg-wrap sg-gap-8 sg-small">
        {!fixed && (
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
            onChange={(event) => set(options.map((option) => ({ ...option, case_sensitive: event.target.checked })))}
          >
            {t('questions.options.case')}
          </Checkbox>
        )}
        <span className={problem ? 'sg-warning' : 'sg-faint'} role="status">
          {problem
            ? t(problem.key, { ...problem.facts, count: problem.facts.min, sum: percent(problem.facts.sum) })
            : kind === 'multiple' && given.length > 0
              ? t('questions.options.adds_up', { sum: percent(worth(options)) })
              : t(HINTS[kind] ?? 'questions.options.keys')}
        </span>
      </div>
      {allTicked > 0 && (
        <Alert type="warning" showIcon message={t('questions.options.all_ticked', { earned: percent(allTicked) })} />
      )}
    </div>
  );
}
