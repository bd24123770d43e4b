import { ArrowDownOutlined, ArrowUpOutlined, CheckOutlined } from '@ant-design/icons';
import { Button, Flex } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '@/components/format';
import { PlainText } from '@/components/plain-text';
import type { AnswerProps } from './answer-props';
import { swapWithNeighbour } from './partial-answer';

/** A select with all matches for each left text. */
export function MatchingAnswer({ question, answer, disabled, onAnswer }: AnswerProps) {
  const { t } = useTranslation();
  const pairs = answer.pairs ?? [];
  const match = (option_id: string, chosen: string) => {
    const others = pairs.filter((pair) => pair.option_id !== option_id);
    onAnswer({ pairs: chosen === '' ? others : [...others, { option_id, match: chosen }] });
  };
  return (
    <Flex vertical gap={8}>
      {question.options.map(({ option_id, text }) => {
        const chosen = pairs.find((pair) => pair.option_id === option_id)?.match ?? '';
        return (
          <label key={option_id} className="lr-pair sg-choice" data-chosen={chosen !== ''}>
            <span className="sg-any">
              <PlainText text={text} />
            </span>
            <select
              className="lr-select"
              disabled={disabled}
              value={chosen}
              onChange={(event) => match(option_id, event.target.value)}
            >
              <option value="">{t('learner.answer.choose')}</option>
              {question.matches.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
          </label>
        );
      })}
    </Flex>
  );
}

/** Items moved by two buttons each. The initial order is no answer until the learner confirms it. */
export function OrderingAnswer({ question, answer, disabled, onAnswer }: AnswerProps) {
  const { t, i18n } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const count = (n: number) => formatCount(n, i18n.language);
  const ids = answer.option_id?.length ? answer.option_id : question.options.map(({ option_id }) => option_id);
  const textOf = (id: string) => question.options.find(({ option_id }) => option_id === id)?.text ?? '';
  const move = (at: number, by: -1 | 1) => {
    onAnswer({ option_id: swapWithNeighbour(ids, at, by) });
    const texts = { item: textOf(ids[at]!), at: count(at + by + 1), all: count(ids.length) };
    setAnnouncement(t('learner.answer.placed', texts));
    // Focus follows the moved item. At either end the other button takes it.
    requestAnimationFrame(() => {
      const buttons = [...(list.current?.children[at + by]?.querySelectorAll('button') ?? [])];
      const [own, other] = by < 0 ? buttons : buttons.toReversed();
      (own?.disabled ? other : own)?.focus();
    });
  };
  return (
    <Flex vertical align="start" gap={12}>
      <ol ref={list} className="lr-order sg-stack sg-whole sg-gap-8">
        {ids.map((id, at) => (
          <Flex key={id} component="li" className="sg-panel" align="center" gap={12}>
            <span className="sg-number sg-soft sg-fixed">{count(at + 1)}</span>
            <span className="sg-grow sg-any">
              <PlainText text={textOf(id)} />
            </span>
            <Flex flex="none" gap={4}>
              <Button
                size="large"
                icon={<ArrowUpOutlined />}
                disabled={disabled || at === 0}
                aria-label={t('learner.answer.up', { item: textOf(id) })}
                onClick={() => move(at, -1)}
              />
              <Button
                size="large"
                icon={<ArrowDownOutlined />}
                disabled={disabled || at === ids.length - 1}
                aria-label={t('learner.answer.down', { item: textOf(id) })}
                onClick={() => move(at, 1)}
              />
            </Flex>
          </Flex>
        ))}
      </ol>
      {!answer.option_id?.length && (
        <Button icon={<CheckOutlined aria-hidden />} disabled={disabled} onClick={() => onAnswer({ option_id: ids })}>
          {t('learner.answer.keep')}
        </Button>
      )}
      <p className="sg-visually-hidden" role="status">
        {announcement}
      </p>
    </Flex>
  );
}
