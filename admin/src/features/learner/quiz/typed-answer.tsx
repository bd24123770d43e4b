import { Flex, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DECIMAL_WRITTEN_MAX, decimalOf } from '@contract/decimals';
import { OPTION_TEXT_MAX } from '@contract/questions.resource';
import { formatDecimal } from '@/components/format';
import type { AnswerProps } from './answer-props';

/** Typing is sent when it rests, and kept on this device meanwhile. */
const REST_MS = 600;

export function TextAnswer({ given, disabled, give, done }: AnswerProps) {
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
      value={given.text ?? ''}
      onChange={(event) => give({ text: event.target.value }, REST_MS)}
      onPressEnter={done}
    />
  );
}

/** Whatever separators people write with; what was read of them is said. What is no number is no answer. */
export function NumberAnswer({ given, disabled, give, done }: AnswerProps) {
  const { t, i18n } = useTranslation();
  const hint = useId();
  const [draft, setDraft] = useState(given.value ?? '');
  const read = decimalOf(draft);
  // Answered in another tab meanwhile.
  const shown = read === (given.value || null) ? draft : (given.value ?? '');
  const type = (text: string) => {
    setDraft(text);
    give({ value: decimalOf(text) ?? '' }, REST_MS);
  };
  const isWrong = shown.trim() !== '' && decimalOf(shown) === null;
  return (
    <Flex vertical gap={6}>
      <Input
        size="large"
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        maxLength={DECIMAL_WRITTEN_MAX}
        disabled={disabled}
        status={isWrong ? 'error' : ''}
        aria-label={t('learner.answer.number')}
        aria-invalid={isWrong}
        aria-describedby={hint}
        placeholder={t('learner.answer.number')}
        value={shown}
        onChange={(event) => type(event.target.value)}
        onPressEnter={done}
      />
      <span id={hint} role="status" className={isWrong ? 'sg-error' : 'sg-soft'}>
        {isWrong
          ? t('learner.answer.not_number')
          : read !== null &&
            shown.trim() !== read &&
            t('learner.answer.read_as', { number: formatDecimal(read, i18n.language) })}
      </span>
    </Flex>
  );
}
