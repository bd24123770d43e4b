import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Button, Card, Flex } from 'antd';
import { ArrowDownOutlined, ArrowUpOutlined, EditOutlined, MinusCircleOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { QUESTION_POINTS_MAX } from '@contract/questions.resource';
import { lazyComponent } from '@/components/lazy-component';
import { NumberInput } from '@/components/number-input';
import type { Slot } from './use-quiz-slots';

const DrawLine = lazyComponent(() => import('./draw/draw-line').then((m) => m.DrawLine));

/** One slot: a question or a draw. With children it is being edited. Alt and an arrow key move it. */
export function SlotRow(props: {
  slot: Slot;
  /** Finds the row's element again after a move, to focus it. */
  slotKey: string;
  at: number;
  count: number;
  move: (by: -1 | 1) => void;
  edit: () => void;
  setPoints: (points: number) => void;
  remove: () => void;
  children: ReactNode;
}) {
  const { slot, slotKey, at, count, move, edit, setPoints, remove, children } = props;
  const { t } = useTranslation();
  const nth = { at: at + 1 };
  const onKeyDown = (event: KeyboardEvent) => {
    const up = event.key === 'ArrowUp';
    if (event.altKey && (up || event.key === 'ArrowDown')) {
      event.preventDefault();
      move(up ? -1 : 1);
    }
  };
  if (children) {
    return (
      <li>
        <Card type="inner" size="small" title={<h4>{t('quizzes.slots.nth', nth)}</h4>} className="qz-open sg-whole">
          {children}
        </Card>
      </li>
    );
  }
  return (
    <li onKeyDown={onKeyDown}>
      <span className="sg-number sg-faint">{at + 1}</span>
      <button type="button" className="qz-text sg-press sg-stack" data-question={slotKey} onClick={edit}>
        {slot.draw ? (
          <DrawLine draw={slot.draw} />
        ) : (
          <>
            <span>
              <bdi>{slot.text}</bdi>
            </span>
            {slot.kind && <small>{t(`questions.choices.kind.${slot.kind}`)}</small>}
          </>
        )}
      </button>
      <Points key={slot.points} value={slot.points} save={setPoints} label={t('quizzes.slots.points_of', nth)} />
      <Flex component="span">
        <ToolButton
          icon={<ArrowUpOutlined aria-hidden />}
          label={t('quizzes.slots.up', nth)}
          run={at > 0 ? () => move(-1) : undefined}
        />
        <ToolButton
          icon={<ArrowDownOutlined aria-hidden />}
          label={t('quizzes.slots.down', nth)}
          run={at < count - 1 ? () => move(1) : undefined}
        />
        <ToolButton icon={<EditOutlined aria-hidden />} label={t('quizzes.slots.edit', nth)} run={edit} />
        <ToolButton icon={<MinusCircleOutlined aria-hidden />} label={t('quizzes.slots.remove', nth)} run={remove} />
      </Flex>
    </li>
  );
}

/** Saves on blur or Enter, not on each digit. */
function Points({ value, save, label }: { value: number; save: (points: number) => void; label: string }) {
  const { t } = useTranslation();
  const typedPoints = useRef(value);
  const saveIfChanged = () => {
    if (Number.isInteger(typedPoints.current) && typedPoints.current !== value) save(typedPoints.current);
  };
  return (
    <NumberInput
      className="qz-points"
      min={1}
      max={QUESTION_POINTS_MAX}
      precision={0}
      defaultValue={value}
      suffix={t('quizzes.slots.points', { count: value })}
      aria-label={label}
      onChange={(next) => (typedPoints.current = next ?? value)}
      onBlur={saveIfChanged}
      onPressEnter={saveIfChanged}
    />
  );
}

function ToolButton({ icon, label, run }: { icon: ReactNode; label: string; run: (() => void) | undefined }) {
  return <Button type="text" size="small" icon={icon} disabled={!run} aria-label={label} title={label} onClick={run} />;
}
