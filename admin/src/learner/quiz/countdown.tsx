import { ClockCircleOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AttemptSheet } from '@contract/attempt-answers';
import { clockFace, timeLeft, urgencyOf } from './server-clock';

/** Counts down by the server's clock; a screen reader hears of it when it becomes near and at the last minute. */
export function Countdown({ sheet, deadline, now }: { sheet: AttemptSheet; deadline: string; now: () => number }) {
  const { t } = useTranslation();
  const [left, setLeft] = useState(() => timeLeft(deadline, now()) ?? 0);
  useEffect(() => {
    const timer = setInterval(() => setLeft(timeLeft(deadline, now()) ?? 0), 250);
    return () => clearInterval(timer);
  }, [deadline, now]);
  const urgency = urgencyOf(left, Date.parse(deadline) - Date.parse(sheet.started_at));
  return (
    <>
      <span
        className="lr-clock sg-number sg-inline sg-gap-8 sg-semi"
        data-urgency={urgency}
        role="timer"
        aria-label={t('learner.play.time_left')}
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
