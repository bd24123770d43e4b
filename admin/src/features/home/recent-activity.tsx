import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AuditEventRow } from '@contract/audit-events.resource';
import { firstRows } from '@/api/data';
import { dayIn, todayIn } from '@/components/dates';
import { formatCount, formatDay, formatInstant, formatTime } from '@/components/format';
import { FailedState } from '@/components/states';
import { happenings, type Happening } from './happenings';

const LOG = '/settings/audit';
const LINES = 8;
/** Enough for as many lines, also where several events make one. */
const READ = 40;

/** What was done in the organisation lately, by whom: the newest events of the audit trail (screens.md §4). */
export function RecentActivity({ zone }: { zone: string }) {
  const { t } = useTranslation();
  const events = useQuery({
    queryKey: ['data', 'default', 'audit-events', 'list', 'recent'],
    queryFn: () => firstRows<AuditEventRow>('audit-events', {}, READ),
  });
  return (
    <section className="sg-card sg-gaps sg-activity" aria-labelledby="activity">
      <div className="sg-panel-head">
        <h2 id="activity">{t('home.activity.title')}</h2>
        <Link to={LOG}>{t('home.activity.all')}</Link>
      </div>
      {events.isError ? (
        <FailedState error={events.error} retry={() => void events.refetch()} />
      ) : !events.data ? (
        <Skeleton active paragraph={{ rows: LINES }} title={false} />
      ) : events.data.rows.length === 0 ? (
        <p>{t('home.activity.none')}</p>
      ) : (
        <ol className="sg-lines">
          {happenings(events.data.rows, LINES).map((each) => (
            <li key={each.newest.audit_event_id}>
              <Line happening={each} zone={zone} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Line({ happening: { newest, amount, people, subjects }, zone }: { happening: Happening; zone: string }) {
  const { t, i18n } = useTranslation();
  const number = formatCount(amount, i18n.language);
  const some = ([name = '', ...others]: readonly string[]) =>
    others.length
      ? t('home.activity.others', { name, count: others.length, n: formatCount(others.length, i18n.language) })
      : name;
  const action = `audit-events.choices.action.${newest.action}`;
  return (
    <Link
      to={amount === 1 ? `${LOG}?show=${newest.audit_event_id}` : `${LOG}?action=${newest.action}`}
      className="sg-activity-line sg-line"
    >
      <strong>
        {i18n.exists(action) ? t(action) : newest.action}
        {amount > 1 && <small className="sg-number">{t('home.activity.times', { count: amount, n: number })}</small>}
      </strong>
      <When instant={newest.at} zone={zone} />
      <span className="sg-activity-who sg-across sg-clip" dir={i18n.dir()}>
        <bdi>{people.length ? some(people) : t(`audit-events.choices.role.${newest.role}`)}</bdi>
        {subjects.length > 0 && (
          <>
            {' · '}
            <bdi>{some(subjects)}</bdi>
          </>
        )}
      </span>
    </Link>
  );
}

function When({ instant, zone }: { instant: string; zone: string }) {
  const { i18n } = useTranslation();
  const day = dayIn(instant, zone);
  return (
    <time dateTime={instant} title={formatInstant(instant, i18n.language, zone, 'long')} className="sg-number">
      {day === todayIn(zone) ? formatTime(instant, i18n.language, zone) : formatDay(day, i18n.language, 'row')}
    </time>
  );
}
