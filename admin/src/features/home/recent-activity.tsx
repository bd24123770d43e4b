import { Flex, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AuditEventRow } from '@contract/audit-events.resource';
import { useFirstRows } from '@/api/use-first-rows';
import { dayIn, todayIn } from '@/components/dates';
import { formatCount, formatDay, formatInstant, formatTime } from '@/components/format';
import { FailedState } from '@/components/state-panels';
import { groupActivity, type ActivityGroup } from './activity-groups';

const LOG_PATH = '/settings/audit';
const LINE_LIMIT = 8;
/** Enough events for all lines even if several are grouped. */
const EVENT_LIMIT = 40;

/** The newest audit events of the customer. */
export function RecentActivity({ zone }: { zone: string }) {
  const { t } = useTranslation();
  const events = useFirstRows<AuditEventRow>('audit-events', {}, EVENT_LIMIT);
  return (
    <section className="sg-card" aria-labelledby="activity">
      <Flex className="sg-panel-head sg-mb-8" justify="space-between" align="baseline" gap={16}>
        <h2 id="activity">{t('home.activity.title')}</h2>
        <Link to={LOG_PATH}>{t('home.activity.all')}</Link>
      </Flex>
      {events.isError ? (
        <FailedState error={events.error} retry={() => void events.refetch()} />
      ) : !events.data ? (
        <Skeleton active paragraph={{ rows: LINE_LIMIT }} title={false} />
      ) : events.data.data.length === 0 ? (
        <p>{t('home.activity.none')}</p>
      ) : (
        <ol className="sg-lines">
          {groupActivity(events.data.data, LINE_LIMIT).map((each) => (
            <li key={each.newest.audit_event_id}>
              <ActivityLine activity={each} zone={zone} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function ActivityLine({
  activity: { newest, amount, people, subjects },
  zone,
}: {
  activity: ActivityGroup;
  zone: string;
}) {
  const { t, i18n } = useTranslation();
  const number = formatCount(amount, i18n.language);
  const namesText = ([name = '', ...others]: readonly string[]) =>
    others.length
      ? t('home.activity.others', { name, count: others.length, n: formatCount(others.length, i18n.language) })
      : name;
  const actionKey = `audit-events.choices.action.${newest.action}`;
  return (
    <Link
      to={amount === 1 ? `${LOG_PATH}?show=${newest.audit_event_id}` : `${LOG_PATH}?action=${newest.action}`}
      className="sg-line"
    >
      <span className="sg-col sg-grow">
        <strong>
          {i18n.exists(actionKey) ? t(actionKey) : newest.action}{' '}
          {amount > 1 && <small className="sg-number">{t('home.activity.times', { count: amount, n: number })}</small>}
        </strong>
        <span className="sg-soft sg-small sg-clip" dir={i18n.dir()}>
          <bdi>{people.length ? namesText(people) : t(`audit-events.choices.role.${newest.role}`)}</bdi>
          {subjects.length > 0 && (
            <>
              {' · '}
              <bdi>{namesText(subjects)}</bdi>
            </>
          )}
        </span>
      </span>
      <EventTime instant={newest.at} zone={zone} />
    </Link>
  );
}

function EventTime({ instant, zone }: { instant: string; zone: string }) {
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
