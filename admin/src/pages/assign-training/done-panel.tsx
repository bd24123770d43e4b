import { Button, Result } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Assigned } from '@contract/training-answers';
import { formatCount } from '@/kit/format';
import { useRowNames } from '@/kit/names';

export interface Outcome extends Assigned {
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
      <Result
        status="success"
        title={<h2>{t('assign.done.title', { count: outcome.assigned, shown: number(outcome.assigned) })}</h2>}
        subTitle={
          outcome.already_assigned > 0 &&
          t('assign.done.already', { count: outcome.already_assigned, shown: number(outcome.already_assigned) })
        }
        extra={[
          <Button key="again" type="primary" autoFocus onClick={again}>
            {t('assign.done.again')}
          </Button>,
          <Link key="list" to={`/remove-training?${filter}`}>
            {t('assign.done.list')}
          </Link>,
        ]}
      >
        <ul>
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
