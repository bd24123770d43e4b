import { useState, type KeyboardEvent } from 'react';
import { Button, Checkbox, Input, Radio } from 'antd';
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, MessageOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { OPTION_TEXT_MAX } from '@contract/questions.resource';
import { formatCount } from '@/components/format';
import { NumberInput } from '@/components/number-input';
import { OptionTexts } from './option-texts';
import { isArrangement, isFreeEntry, hasWeights, type QuestionKind, type OptionDraft } from '../question-options';

/** One option. In its text, Enter adds an option below, and Alt and an arrow key move it. */
export function OptionRow(props: {
  option: OptionDraft;
  at: number;
  count: number;
  kind: QuestionKind;
  change: (option: OptionDraft) => void;
  mark: () => void;
  weigh: (percent: number) => void;
  move: (by: -1 | 1) => void;
  addBelow: () => void;
  remove: (() => void) | undefined;
}) {
  const { option, at, count, kind, change, mark, weigh, move, addBelow, remove } = props;
  const { t, i18n } = useTranslation();
  const [isFeedbackOpen, setIsFeedbackOpen] = useState(option.feedback !== null);
  const nth = { at: at + 1 };
  const hasMark = !isFreeEntry(kind) && !isArrangement(kind);
  const isRight = !isArrangement(kind) && option.fraction > 0;
  const MarkControl = kind === 'multiple' ? Checkbox : Radio;
  const onKeyDown = (event: KeyboardEvent) => {
    const up = event.key === 'ArrowUp';
    if (event.altKey && (up || event.key === 'ArrowDown')) {
      event.preventDefault();
      move(up ? -1 : 1);
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      // Enter would otherwise submit the form.
      event.preventDefault();
      event.stopPropagation();
      addBelow();
    }
  };
  const renderTool = (key: string, icon: React.ReactNode, run: (() => void) | undefined) => (
    <Button
      type="text"
      size="small"
      icon={icon}
      disabled={!run}
      aria-label={t(`questions.options.${key}`, nth)}
      title={t(`questions.options.${key}`, nth)}
      onClick={run}
    />
  );
  return (
    <div className="qst-option sg-flex sg-start sg-gap-8" data-right={isRight}>
      {hasMark && <MarkControl checked={isRight} onChange={mark} aria-label={t('questions.options.mark', nth)} />}
      {kind === 'ordering' && <span className="qst-place sg-number sg-soft">{formatCount(at + 1, i18n.language)}</span>}
      <div className="qst-option-texts sg-stack sg-grow sg-gap-4">
        <OptionTexts option={option} at={at} kind={kind} change={change} onKeyDown={onKeyDown} />
        {isFeedbackOpen && (
          <Input
            variant="filled"
            dir="auto"
            maxLength={OPTION_TEXT_MAX}
            value={option.feedback ?? ''}
            placeholder={t('questions.options.feedback', nth)}
            aria-label={t('questions.options.feedback', nth)}
            onChange={(event) => change({ ...option, feedback: event.target.value || null })}
          />
        )}
      </div>
      {hasWeights(kind) && (
        <NumberInput
          className="qst-weight"
          min={isFreeEntry(kind) ? 0 : -100}
          max={100}
          precision={2}
          suffix="%"
          controls={false}
          value={Math.round(option.fraction * 10_000) / 100}
          formatter={(value) => String(Number(value ?? 0))}
          aria-label={t('questions.options.weight', nth)}
          title={isFreeEntry(kind) ? undefined : t('questions.options.weight_hint')}
          onChange={(percent) => weigh(Number(percent ?? 0))}
        />
      )}
      <span className="qst-tools sg-flex sg-fixed">
        {renderTool('comment', <MessageOutlined />, () => setIsFeedbackOpen(!isFeedbackOpen))}
        {renderTool('up', <ArrowUpOutlined />, at > 0 ? () => move(-1) : undefined)}
        {renderTool('down', <ArrowDownOutlined />, at < count - 1 ? () => move(1) : undefined)}
        {kind !== 'true_false' && renderTool('remove', <DeleteOutlined />, remove)}
      </span>
    </div>
  );
}
