import type { KeyboardEvent } from 'react';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { DECIMAL_INPUT_LENGTH_MAX } from '@contract/decimals';
import { OPTION_TEXT_MAX } from '@contract/questions.resource';
import type { QuestionKind, OptionDraft } from '../question-options';

interface OptionTextProps {
  option: OptionDraft;
  at: number;
  change: (option: OptionDraft) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

const ROWS = { minRows: 1, maxRows: 6 };

/** The inputs of an option: one text, a number with its tolerance, or the two sides of a pair. */
export function OptionTexts({ kind, ...props }: OptionTextProps & { kind: QuestionKind }) {
  const { t } = useTranslation();
  if (kind === 'numeric') return <NumberTexts {...props} />;
  const { option, at, change, onKeyDown } = props;
  const isPair = kind === 'matching';
  const name = t(isPair ? 'questions.options.left' : 'questions.options.text', { at: at + 1 });
  const text = (
    <Input.TextArea
      data-option
      dir="auto"
      autoSize={ROWS}
      maxLength={OPTION_TEXT_MAX}
      value={option.text}
      placeholder={name}
      aria-label={name}
      onChange={(event) => change({ ...option, text: event.target.value })}
      onKeyDown={onKeyDown}
    />
  );
  if (!isPair) return text;
  return (
    <div className="qst-pair">
      {text}
      <Input.TextArea
        dir="auto"
        autoSize={ROWS}
        maxLength={OPTION_TEXT_MAX}
        value={option.match ?? ''}
        placeholder={t('questions.options.match', { at: at + 1 })}
        aria-label={t('questions.options.match', { at: at + 1 })}
        onChange={(event) => change({ ...option, match: event.target.value })}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

function NumberTexts({ option, at, change, onKeyDown }: OptionTextProps) {
  const { t } = useTranslation();
  const nth = { at: at + 1 };
  const renderInput = (name: string, value: string, set: (text: string) => void, extraProps: object = {}) => (
    <Input
      dir="ltr"
      inputMode="decimal"
      maxLength={DECIMAL_INPUT_LENGTH_MAX}
      value={value}
      placeholder={name}
      aria-label={name}
      onChange={(event) => set(event.target.value)}
      onKeyDown={onKeyDown}
      {...extraProps}
    />
  );
  return (
    <div className="qst-pair">
      {renderInput(t('questions.options.value', nth), option.text, (text) => change({ ...option, text }), {
        'data-option': true,
      })}
      {renderInput(
        t('questions.options.tolerance', nth),
        option.tolerance ?? '',
        (tolerance) => change({ ...option, tolerance: tolerance || null }),
        { prefix: '±', placeholder: '0' },
      )}
    </div>
  );
}
