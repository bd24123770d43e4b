import { Button, Result } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AssignTrainingsResponse } from '@contract/training.responses';
import { formatCount } from '@/components/format';
import { useRowNames } from '@/crud/row-names';

export interface AssignmentResult extends AssignTrainingsResponse {
  readonly trainings: readonly string[];
}

export function DonePanel({ result, onRestart }: { result: AssignmentResult; onRestart: () => void }) {
  const { t, i18n } = useTranslation();
  const names = useRowNames('trainings', result.trainings);
  const formatNumber = (value: number) => formatCount(value, i18n.language);
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves the focus to the result, because the pressed button is gone.
  useEffect(() => heading.current?.focus(), []);
  const filter = new URLSearchParams(result.trainings.map((id) => ['training_id', id])).toString();
  return (
    <section className="sg-card kit-form-page asg-done">
      <Result
        status="success"
        title={
          <h2 ref={heading} tabIndex={-1} aria-describedby={result.already_assigned > 0 ? 'assign-already' : undefined}>
            {t('assign.done.title', { count: result.assigned, shown: formatNumber(result.assigned) })}
          </h2>
        }
        subTitle={
          result.already_assigned > 0 && (
            <span id="assign-already">
              {t('assign.done.already', {
                count: result.already_assigned,
                shown: formatNumber(result.already_assigned),
              })}
            </span>
          )
        }
        extra={[
          <Button key="again" type="primary" onClick={onRestart}>
            {t('assign.done.again')}
          </Button>,
          <Link key="list" to={`/remove-training?${filter}`}>
            {t('assign.done.list')}
          </Link>,
        ]}
      >
        <ul className="sg-dots">
          {result.trainings.map((id) => (
            <li key={id}>
              <Link to={`/training/${id}/assignments`}>{names.get(id) ?? '…'}</Link>
            </li>
          ))}
        </ul>
      </Result>
    </section>
  );
}
