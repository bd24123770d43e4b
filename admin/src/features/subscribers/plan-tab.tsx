import { useState } from 'react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SubscriberRow } from '@contract/subscribers.resource';
import { useSession } from '@/api/use-session';
import { useFirstRows } from '@/api/use-first-rows';
import type { CrudSort } from '@refinedev/core';
import { formatCount, formatDay } from '@/components/format';
import type { Row } from '@/crud/resource-module';
import { QueryState } from '@/components/state-panels';
import { statusTone } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import { ChangePlanDialog } from './change-plan-dialog';
import { ExtendPlanDialog } from './extend-plan-dialog';
import './plan.css';

const NEWEST_FIRST: CrudSort[] = [
  { field: 'subs_activation_date', order: 'desc' },
  { field: 'subscriber_id', order: 'desc' },
];

/** Current and past plans of a customer; platform staff can extend or change the plan. */
export function PlanTab({ customerId, pastOnly = false }: { customerId: number; pastOnly?: boolean }) {
  const { role, impersonation } = useSession();
  const { t } = useTranslation();
  const [openDialog, setOpenDialog] = useState<'extend' | 'change-plan' | null>(null);
  const query = useFirstRows<SubscriberRow>('subscribers', { customer_id: String(customerId) }, 50, NEWEST_FIRST);
  if (!query.data) return <QueryState query={query} rows={4} />;
  const { data: rows } = query.data;
  const current = rows.find((row) => row.current);
  const past = rows.filter((row) => !row.current);
  const canChange = role === 'platform' && !impersonation && current;
  const row = current as unknown as Row;
  const close = () => setOpenDialog(null);
  const Heading = pastOnly ? 'h3' : 'h2';
  return (
    <>
      {current && !pastOnly && <PlanTerm plan={current} />}
      {canChange && (
        <div className="sg-mb-16 sg-wrap sg-gap-8">
          <Button type="primary" onClick={() => setOpenDialog('extend')}>
            {t('subscribers.commands.extend.label')}
          </Button>
          <Button onClick={() => setOpenDialog('change-plan')}>{t('subscribers.commands.change-plan.label')}</Button>
        </div>
      )}
      <Heading className="plan-past">{t('subscribers.plan.history')}</Heading>
      {past.length === 0 && <p className="sg-faint">{t('subscribers.plan.no_history')}</p>}
      {past.map((plan) => (
        <PlanTerm key={plan.id} plan={plan} />
      ))}
      {openDialog === 'extend' && <ExtendPlanDialog row={row} onClose={close} />}
      {openDialog === 'change-plan' && <ChangePlanDialog row={row} onClose={close} />}
    </>
  );
}

function PlanTerm({ plan }: { plan: SubscriberRow }) {
  const { t, i18n } = useTranslation();
  const dayText = (value: string) => formatDay(value, i18n.language);
  const formatUsage = (used: number | null, limit: number) => {
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
            <StatusTag tone={statusTone(plan.status) ?? 'neutral'}>
              {t(`subscribers.choices.status.${plan.status}`)}
            </StatusTag>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('subscribers.plan.term')}</dt>
        <dd>
          {t('subscribers.plan.from_to', {
            from: dayText(plan.subs_activation_date),
            to: dayText(plan.subs_expiry_date),
          })}
          {plan.trial && ` · ${t('subscribers.fields.trial')}`}
        </dd>
      </div>
      <div>
        <dt>{t('subscribers.fields.no_of_staff')}</dt>
        <dd className="sg-number">{formatUsage(plan.total_staff, plan.no_of_staff)}</dd>
      </div>
      <div>
        <dt>{t('subscribers.fields.no_of_training')}</dt>
        <dd className="sg-number">{formatUsage(plan.total_training, plan.no_of_training)}</dd>
      </div>
    </dl>
  );
}
