import { ClockCircleOutlined } from '@ant-design/icons';
import { Tag } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCountdown, timeLeft, urgencyOf } from './server-clock';

const COLORS = { calm: undefined, near: 'warning', last: 'error' } as const;

/** Counts down in server time. Screen readers hear when time is short and at the last minute. */
export function Countdown(props: { name: string; since: string; deadline: string; now: () => number }) {
  const { name, since, deadline, now } = props;
  const { t } = useTranslation();
  const [remainingMs, setRemainingMs] = useState(() => timeLeft(deadline, now()) ?? 0);
  useEffect(() => {
    const timer = setInterval(() => setRemainingMs(timeLeft(deadline, now()) ?? 0), 250);
    return () => clearInterval(timer);
  }, [deadline, now]);
  const urgency = urgencyOf(remainingMs, Date.parse(deadline) - Date.parse(since));
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
        <bdi>{formatCountdown(remainingMs)}</bdi>
      </Tag>
      <span className="sg-visually-hidden" role="status">
        {urgency === 'calm' ? '' : t(`learner.play.time_${urgency}`)}
      </span>
    </>
  );
}
