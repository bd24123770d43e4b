import { useList, type CrudFilter, type CrudSort, type HttpError } from '@refinedev/core';
import { Flex, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CustomerRow } from '@contract/customers.resource';
import type { SubscriberRow } from '@contract/subscribers.resource';
import type { SupportMessageRow } from '@contract/support-messages.resource';
import { formatDay, formatInstant, joinParts } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { FailedState } from '@/components/state-panels';

const ROW_LIMIT = 5;
const UNANSWERED_FILTER: CrudFilter[] = [{ field: 'answered_at', operator: 'null', value: true }];
const ENDING_FILTER: CrudFilter[] = [{ field: 'status', operator: 'in', value: ['expiring', 'grace', 'expired'] }];

/** Work of platform staff: unanswered messages, ending plans, new customers. */
export function PlatformWork() {
  return (
    <div className="sg-tiles">
      <UnansweredMessages />
      <EndingSubscriptions />
      <NewestCustomers />
    </div>
  );
}

function UnansweredMessages() {
  const { i18n } = useTranslation();
  const { time_zone } = useAccount();
  return (
    <WorkPanel<SupportMessageRow>
      name="messages"
      resource="support-messages"
      filters={UNANSWERED_FILTER}
      sorters={[]}
      to="/support-messages?answered_at_null=true"
      line={(row) => ({
        to: `/support-messages?show=${row.id}`,
        title: row.subject,
        text: joinParts(
          [row.customer_name ?? row.user_name, formatInstant(row.created_at, i18n.language, time_zone)],
          i18n.language,
        ),
      })}
    />
  );
}

function EndingSubscriptions() {
  const { t, i18n } = useTranslation();
  return (
    <WorkPanel<SubscriberRow>
      name="ending"
      resource="subscribers"
      filters={ENDING_FILTER}
      sorters={[{ field: 'subs_expiry_date', order: 'asc' }]}
      to="/subscribers?status=expiring&status=grace&status=expired"
      line={(row) => ({
        to: `/subscribers?show=${row.id}`,
        title: row.customer_name,
        text: joinParts(
          [row.subs_name, t('home.until', { day: formatDay(row.subs_expiry_date, i18n.language) })],
          i18n.language,
        ),
      })}
    />
  );
}

function NewestCustomers() {
  const { i18n } = useTranslation();
  return (
    <WorkPanel<CustomerRow>
      name="newest"
      resource="customers"
      filters={[]}
      sorters={[{ field: 'customer_id', order: 'desc' }]}
      to="/customer-list?sort=-customer_id"
      line={(row) => ({
        to: `/customer-list?show=${row.id}`,
        title: row.customer_name,
        text: joinParts(
          [row.customer_id, row.subscription_type, formatDay(row.create_date, i18n.language)],
          i18n.language,
        ),
      })}
    />
  );
}

function WorkPanel<R extends { id: string }>(props: {
  name: 'messages' | 'ending' | 'newest';
  resource: string;
  filters: CrudFilter[];
  sorters: CrudSort[];
  /** The full list. */
  to: string;
  line: (row: R) => { to: string; title: ReactNode; text: ReactNode };
}) {
  const { t } = useTranslation();
  const { query, result } = useList<R, HttpError>({
    resource: props.resource,
    pagination: { currentPage: 1, pageSize: ROW_LIMIT },
    filters: props.filters,
    sorters: props.sorters,
    errorNotification: false,
  });
  const heading = `work-${props.name}`;
  return (
    <section className="sg-card" aria-labelledby={heading}>
      <Flex className="sg-panel-head sg-mb-8" justify="space-between" align="baseline" gap={16}>
        <h2 id={heading}>{t(`home.work.${props.name}`)}</h2>
        <Link to={props.to}>{t('home.work.all')}</Link>
      </Flex>
      {query.isError ? (
        <FailedState error={query.error} retry={() => void query.refetch()} />
      ) : !query.data ? (
        <Skeleton active paragraph={{ rows: 3 }} title={false} />
      ) : result.data.length === 0 ? (
        <p>{t(`home.work.no_${props.name}`)}</p>
      ) : (
        <ol className="sg-lines">
          {result.data.map((row) => {
            const { to, title, text } = props.line(row);
            return (
              <li key={row.id}>
                <Link to={to} className="sg-line">
                  <Flex vertical component="span">
                    <strong>{title}</strong>
                    <span className="sg-soft">{text}</span>
                  </Flex>
                </Link>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
