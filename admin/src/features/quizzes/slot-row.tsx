import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Button, Card, Flex } from 'antd';
import { ArrowDownOutlined, ArrowUpOutlined, EditOutlined, MinusCircleOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { QUESTION_POINTS_MAX } from '@contract/questions.resource';
import { later } from '@/components/later';
import { NumberInput } from '@/components/number-input';
import type { Slot } from './use-slots';

const DrawLine = later(() => import('./draw/draw-line').then((m) => m.DrawLine));

/** A question, or what is drawn, in its place; with children it is being written. Alt with an arrow moves it. */
export function SlotRow(props: {
  slot: Slot;
  /** What it is found again by once it was moved. */
  name: string;
  at: number;
  count: number;
  move: (by: -1 | 1) => void;
  edit: () => void;
  setPoints: (points: number) => void;
  remove: () => void;
  children: ReactNode;
}) {
  const { slot, name, at, count, move, edit, setPoints, remove, children } = props;
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
      <button type="button" className="qz-text sg-press sg-stack" data-question={name} onClick={edit}>
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
        <Tool
          icon={<ArrowUpOutlined aria-hidden />}
          label={t('quizzes.slots.up', nth)}
          run={at > 0 ? () => move(-1) : undefined}
        />
        <Tool
          icon={<ArrowDownOutlined aria-hidden />}
          label={t('quizzes.slots.down', nth)}
          run={at < count - 1 ? () => move(1) : undefined}
        />
        <Tool icon={<EditOutlined aria-hidden />} label={t('quizzes.slots.edit', nth)} run={edit} />
        <Tool icon={<MinusCircleOutlined aria-hidden />} label={t('quizzes.slots.remove', nth)} run={remove} />
      </Flex>
    </li>
  );
}

/** Saved when it is left, not with each digit. */
function Points({ value, save, label }: { value: number; save: (points: number) => void; label: string }) {
  const { t } = useTranslation();
  const typed = useRef(value);
  const settle = () => {
    if (Number.isInteger(typed.current) && typed.current !== value) save(typed.current);
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
      onChange={(next) => (typed.current = next ?? value)}
      onBlur={settle}
      onPressEnter={settle}
    />
  );
}

function Tool({ icon, label, run }: { icon: ReactNode; label: string; run: (() => void) | undefined }) {
  return <Button type="text" size="small" icon={icon} disabled={!run} aria-label={label} title={label} onClick={run} />;
}
