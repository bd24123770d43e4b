import { ClockCircleOutlined } from '@ant-design/icons';
import { Tag } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockFace, timeLeft, urgencyOf } from './server-clock';

const COLORS = { calm: undefined, near: 'warning', last: 'error' } as const;

/** Counts down by the server's clock; a screen reader hears of it when it becomes near and at the last minute. */
export function Countdown(props: { name: string; since: string; deadline: string; now: () => number }) {
  const { name, since, deadline, now } = props;
  const { t } = useTranslation();
  const [left, setLeft] = useState(() => timeLeft(deadline, now()) ?? 0);
  useEffect(() => {
    const timer = setInterval(() => setLeft(timeLeft(deadline, now()) ?? 0), 250);
    return () => clearInterval(timer);
  }, [deadline, now]);
  const urgency = urgencyOf(left, Date.parse(deadline) - Date.parse(since));
  return (
    <>
      <Tag
        className="lr-clock sg-number"
        color={COLORS[urgency]}
        data-urgency={urgency}
        icon={<ClockCircleOutlined aria-hidden />}
        role="timer"
        aria-label={name}
      >
        <bdi>{clockFace(left)}</bdi>
      </Tag>
      <span className="sg-visually-hidden" role="status">
        {urgency === 'calm' ? '' : t(`learner.play.time_${urgency}`)}
      </span>
    </>
  );
}
