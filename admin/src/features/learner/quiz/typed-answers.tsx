import { Flex, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DECIMAL_INPUT_LENGTH_MAX, parseDecimal } from '@contract/decimals';
import { OPTION_TEXT_MAX } from '@contract/questions.resource';
import { formatDecimal } from '@/components/format';
import type { AnswerProps } from './answer-props';

/** Typed answers are sent after this pause. They are stored on this device at once. */
const TYPING_DELAY_MS = 600;

export function TextAnswer({ answer, disabled, onAnswer, onEnter }: AnswerProps) {
  const { t } = useTranslation();
  return (
    <Input
      size="large"
      dir="auto"
      autoComplete="off"
      maxLength={OPTION_TEXT_MAX}
      disabled={disabled}
      aria-label={t('learner.answer.text')}
      placeholder={t('learner.answer.text')}
      value={answer.text ?? ''}
      onChange={(event) => onAnswer({ text: event.target.value }, TYPING_DELAY_MS)}
      onPressEnter={onEnter}
    />
  );
}

/** Accepts any decimal separator and shows the number that was read. Other text is no answer. */
export function NumberAnswer({ answer, disabled, onAnswer, onEnter }: AnswerProps) {
  const { t, i18n } = useTranslation();
  const hintId = useId();
  const [draft, setDraft] = useState(answer.value ?? '');
  const parsed = parseDecimal(draft);
  // The answer was changed in another tab.
  const shownText = parsed === (answer.value || null) ? draft : (answer.value ?? '');
  const handleType = (text: string) => {
    setDraft(text);
    onAnswer({ value: parseDecimal(text) ?? '' }, TYPING_DELAY_MS);
  };
  const isInvalid = shownText.trim() !== '' && parseDecimal(shownText) === null;
  return (
    <Flex vertical gap={6}>
      <Input
        size="large"
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        maxLength={DECIMAL_INPUT_LENGTH_MAX}
        disabled={disabled}
        status={isInvalid ? 'error' : ''}
        aria-label={t('learner.answer.number')}
        aria-invalid={isInvalid}
        aria-describedby={hintId}
        placeholder={t('learner.answer.number')}
        value={shownText}
        onChange={(event) => handleType(event.target.value)}
        onPressEnter={onEnter}
      />
      <span id={hintId} role="status" className={isInvalid ? 'sg-error' : 'sg-soft'}>
        {isInvalid
          ? t('learner.answer.not_number')
          : parsed !== null &&
            shownText.trim() !== parsed &&
            t('learner.answer.read_as', { number: formatDecimal(parsed, i18n.language) })}
      </span>
    </Flex>
  );
}
