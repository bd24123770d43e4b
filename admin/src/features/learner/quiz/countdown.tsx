import { ClockCircleOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockFace, timeLeft, urgencyOf } from './server-clock';

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
      <span
        className="lr-clock sg-number sg-inline sg-gap-8 sg-semi"
        data-urgency={urgency}
        role="timer"
        aria-label={name}
      >
        <ClockCircleOutlined aria-hidden />
        <bdi>{clockFace(left)}</bdi>
      </span>
      <span className="sg-visually-hidden" role="status">
        {urgency === 'calm' ? '' : t(`learner.play.time_${urgency}`)}
      </span>
    </>
  );
}
