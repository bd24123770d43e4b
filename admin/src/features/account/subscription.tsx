import { useList, type HttpError } from '@refinedev/core';
import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Me } from '@contract/account.responses';
import type { SubscriberRow } from '@contract/subscribers.resource';
import { LinkButton } from '@/components/link-button';
import { formatDay } from '@/components/format';
import { UsageCount } from '@/crud/list/usage-count';
import { statusTone as toneOfStatus } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import { usageShare, usageTone } from '@/features/home/plan-usage';
import { PlanTab } from '@/features/subscribers/plan-tab';

/** Limits and usage of the plan, and its last day. */
export function Subscription({ me }: { me: Me }) {
  const { t, i18n } = useTranslation();
  const { result } = useList<SubscriberRow, HttpError>({
    resource: 'subscribers',
    pagination: { currentPage: 1, pageSize: 20 },
    sorters: [{ field: 'subs_activation_date', order: 'desc' }],
    errorNotification: false,
  });
  const plan = result.data?.find((row) => row.current);
  const status = me.subscription?.status;
  return (
    <>
      <Flex component="p" wrap align="center" gap="4px 12px">
        {plan && <strong>{plan.subs_name}</strong>}
        {plan && t(`subscribers.choices.subs_billing_plan.${plan.subs_billing_plan}`)}
        {status && (
          <StatusTag tone={toneOfStatus(status) ?? 'neutral'}>{t(`subscribers.choices.status.${status}`)}</StatusTag>
        )}
        {me.subscription?.expires_on && (
          <span className="sg-faint">
            {t('settings.subscription.until', { day: formatDay(me.subscription.expires_on, i18n.language) })}
          </span>
        )}
      </Flex>
      <div className="sg-tiles sg-tiles-200 sg-whole">
        <UsageMeter label={t('settings.subscription.staff')} used={me.total_staff} allowed={me.no_of_staff} />
        <UsageMeter label={t('settings.subscription.trainings')} used={me.total_training} allowed={me.no_of_training} />
      </div>
      <p className="sg-faint">{t('settings.subscription.change_text')}</p>
      <p>
        <LinkButton
          type="primary"
          to={`/settings?${new URLSearchParams({ subject: t('settings.subscription.change_subject', { plan: plan?.subs_name ?? '' }) }).toString()}#contact`}
        >
          {t('settings.subscription.change')}
        </LinkButton>
      </p>
      <PlanTab customerId={Number(me.customer_id)} pastOnly />
    </>
  );
}

function UsageMeter({ label, used, allowed }: { label: string; used: number; allowed: number }) {
  const { t } = useTranslation();
  const share = usageShare(used, allowed);
  const tone = usageTone(share);
  return (
    <Flex vertical gap={6} data-tone={tone}>
      <Flex justify="space-between" gap={12}>
        <span>{label}</span>
        <span className="sg-number">
          <UsageCount used={used} allowed={allowed} />
        </span>
      </Flex>
      <span className="sg-bar" aria-hidden="true">
        <span style={{ inlineSize: `${Math.min(100, share * 100)}%` }} />
      </span>
      {tone !== 'calm' && <small className="sg-small sg-toned">{t(`settings.subscription.${tone}`)}</small>}
    </Flex>
  );
}
