import { Flex, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AuditEventRow } from '@contract/audit-events.resource';
import { useFirstRows } from '@/api/use-first-rows';
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
  const events = useFirstRows<AuditEventRow>('audit-events', {}, READ);
  return (
    <section className="sg-card" aria-labelledby="activity">
      <Flex className="sg-panel-head sg-mb-8" justify="space-between" align="baseline" gap={16}>
        <h2 id="activity">{t('home.activity.title')}</h2>
        <Link to={LOG}>{t('home.activity.all')}</Link>
      </Flex>
      {events.isError ? (
        <FailedState error={events.error} retry={() => void events.refetch()} />
      ) : !events.data ? (
        <Skeleton active paragraph={{ rows: LINES }} title={false} />
      ) : events.data.data.length === 0 ? (
        <p>{t('home.activity.none')}</p>
      ) : (
        <ol className="sg-lines">
          {happenings(events.data.data, LINES).map((each) => (
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
      className="sg-line"
    >
      <span className="sg-col sg-grow">
        <strong>
          {i18n.exists(action) ? t(action) : newest.action}{' '}
          {amount > 1 && <small className="sg-number">{t('home.activity.times', { count: amount, n: number })}</small>}
        </strong>
        <span className="sg-soft sg-small sg-clip" dir={i18n.dir()}>
          <bdi>{people.length ? some(people) : t(`audit-events.choices.role.${newest.role}`)}</bdi>
          {subjects.length > 0 && (
            <>
              {' · '}
              <bdi>{some(subjects)}</bdi>
            </>
          )}
        </span>
      </span>
      <When instant={newest.at} zone={zone} />
    </Link>
  );
}

function When({ instant, zone }: { instant: string; zone: string }) {
  const { i18n } = useTranslation();
  const day = dayIn(instant, zone);
  return (
    <time
      dateTime={instant}
      title={formatInstant(instant, i18n.language, zone, 'long')}
      className="sg-number sg-soft sg-small"
    >
      {day === todayIn(zone) ? formatTime(instant, i18n.language, zone) : formatDay(day, i18n.language, 'row')}
    </time>
  );
}
