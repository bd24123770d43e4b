import { useState } from 'react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SubscriberRow } from '@contract/subscribers.resource';
import { useSession } from '@/api/use-session';
import { useFirstRows } from '@/api/use-first-rows';
import type { CrudSort } from '@refinedev/core';
import { formatCount, formatDay } from '@/components/format';
import type { Row } from '@/crud/module';
import { QueryState } from '@/components/states';
import { toneOf } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import { ChangePlanDialog } from './change-plan-dialog';
import { ExtendDialog } from './extend-dialog';
import './plan.css';

const NEWEST_FIRST: CrudSort[] = [
  { field: 'subs_activation_date', order: 'desc' },
  { field: 'subscriber_id', order: 'desc' },
];

/** The plan in force of one organisation and those before it; platform staff extend and change it from here. */
export function PlanTab({ customerId, pastOnly = false }: { customerId: number; pastOnly?: boolean }) {
  const { role, viewing } = useSession();
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'extend' | 'change-plan' | null>(null);
  const query = useFirstRows<SubscriberRow>('subscribers', { customer_id: String(customerId) }, 50, NEWEST_FIRST);
  if (!query.data) return <QueryState query={query} rows={4} />;
  const { data: rows } = query.data;
  const current = rows.find((row) => row.current);
  const past = rows.filter((row) => !row.current);
  const mayChange = role === 'platform' && !viewing && current;
  const row = current as unknown as Row;
  const close = () => setAsking(null);
  // Below a section's own heading, or the first one of a drawer.
  const Head = pastOnly ? 'h3' : 'h2';
  return (
    <>
      {current && !pastOnly && <Term plan={current} />}
      {mayChange && (
        <div className="sg-mb-16 sg-wrap sg-gap-8">
          <Button type="primary" onClick={() => setAsking('extend')}>
            {t('subscribers.commands.extend.label')}
          </Button>
          <Button onClick={() => setAsking('change-plan')}>{t('subscribers.commands.change-plan.label')}</Button>
        </div>
      )}
      <Head className="plan-past">{t('subscribers.plan.history')}</Head>
      {past.length === 0 && <p className="sg-faint">{t('subscribers.plan.no_history')}</p>}
      {past.map((plan) => (
        <Term key={plan.id} plan={plan} />
      ))}
      {asking === 'extend' && <ExtendDialog row={row} onClose={close} />}
      {asking === 'change-plan' && <ChangePlanDialog row={row} onClose={close} />}
    </>
  );
}

function Term({ plan }: { plan: SubscriberRow }) {
  const { t, i18n } = useTranslation();
  const day = (value: string) => formatDay(value, i18n.language);
  const of = (used: number | null, limit: number) => {
    const allowed = formatCount(limit, i18n.language);
    return used === null ? allowed : t('subscribers.plan.used', { used: formatCount(used, i18n.language), allowed });
  };
  return (
    <dl className="plan-term sg-panel sg-mb-8 sg-stack sg-whole sg-gap-8-16" data-current={plan.current}>
      <div className="sg-across">
        <dt className="sg-visually-hidden">{t('subscribers.fields.subs_name')}</dt>
        <dd>
          <strong>{plan.subs_name}</strong>{' '}
          {plan.current && (
            <StatusTag tone={toneOf(plan.status) ?? 'neutral'}>
              {t(`subscribers.choices.status.${plan.status}`)}
            </StatusTag>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('subscribers.plan.term')}</dt>
        <dd>
          {t('subscribers.plan.from_to', { from: day(plan.subs_activation_date), to: day(plan.subs_expiry_date) })}
          {plan.trial && ` · ${t('subscribers.fields.trial')}`}
        </dd>
      </div>
      <div>
        <dt>{t('subscribers.fields.no_of_staff')}</dt>
        <dd className="sg-number">{of(plan.total_staff, plan.no_of_staff)}</dd>
      </div>
      <div>
        <dt>{t('subscribers.fields.no_of_training')}</dt>
        <dd className="sg-number">{of(plan.total_training, plan.no_of_training)}</dd>
      </div>
    </dl>
  );
}
