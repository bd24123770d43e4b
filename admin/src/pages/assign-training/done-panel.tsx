import { Button } from 'antd';
import { CheckCircleFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount } from '@/kit/format';
import { useRowNames } from '@/kit/names';

export interface Outcome {
  readonly assigned: number;
  readonly already_assigned: number;
  readonly trainings: readonly string[];
}

/** What came of it, and where to look at it. */
export function DonePanel({ outcome, again }: { outcome: Outcome; again: () => void }) {
  const { t, i18n } = useTranslation();
  const names = useRowNames('trainings', outcome.trainings);
  const number = (value: number) => formatCount(value, i18n.language);
  const filter = new URLSearchParams(outcome.trainings.map((id) => ['training_id', id])).toString();
  return (
    <section className="sg-card asg-done" role="status">
      <CheckCircleFilled aria-hidden />
      <div>
        <h2>{t('assign.done.title', { count: outcome.assigned, shown: number(outcome.assigned) })}</h2>
        {outcome.already_assigned > 0 && (
          <p>
            {t('assign.done.already', { count: outcome.already_assigned, shown: number(outcome.already_assigned) })}
          </p>
        )}
        <ul>
          {outcome.trainings.map((id) => (
            <li key={id}>
              <Link to={`/training/${id}/assignments`}>{names.get(id) ?? '…'}</Link>
            </li>
          ))}
        </ul>
        <div className="asg-done-actions">
          <Button type="primary" autoFocus onClick={again}>
            {t('assign.done.again')}
          </Button>
          <Link to={`/remove-training?${filter}`}>{t('assign.done.list')}</Link>
        </div>
      </div>
    </section>
  );
}
