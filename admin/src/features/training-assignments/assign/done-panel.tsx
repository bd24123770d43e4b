import { Button, Result } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Assigned } from '@contract/training-answers';
import { formatCount } from '@/components/format';
import { useRowNames } from '@/crud/names';

export interface Outcome extends Assigned {
  readonly trainings: readonly string[];
}

/** What came of it, and where to look at it. */
export function DonePanel({ outcome, again }: { outcome: Outcome; again: () => void }) {
  const { t, i18n } = useTranslation();
  const names = useRowNames('trainings', outcome.trainings);
  const number = (value: number) => formatCount(value, i18n.language);
  const heading = useRef<HTMLHeadingElement>(null);
  // What came of it is read out: the button that was pressed is gone.
  useEffect(() => heading.current?.focus(), []);
  const filter = new URLSearchParams(outcome.trainings.map((id) => ['training_id', id])).toString();
  return (
    <section className="sg-card kit-form-page asg-done">
      <Result
        status="success"
        title={
          <h2
            ref={heading}
            tabIndex={-1}
            aria-describedby={outcome.already_assigned > 0 ? 'assign-already' : undefined}
          >
            {t('assign.done.title', { count: outcome.assigned, shown: number(outcome.assigned) })}
          </h2>
        }
        subTitle={
          outcome.already_assigned > 0 && (
            <span id="assign-already">
              {t('assign.done.already', { count: outcome.already_assigned, shown: number(outcome.already_assigned) })}
            </span>
          )
        }
        extra={[
          <Button key="again" type="primary" onClick={again}>
            {t('assign.done.again')}
          </Button>,
          <Link key="list" to={`/remove-training?${filter}`}>
            {t('assign.done.list')}
          </Link>,
        ]}
      >
        <ul className="sg-dots">
          {outcome.trainings.map((id) => (
            <li key={id}>
              <Link to={`/training/${id}/assignments`}>{names.get(id) ?? '…'}</Link>
            </li>
          ))}
        </ul>
      </Result>
    </section>
  );
}
