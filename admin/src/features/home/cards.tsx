import { Flex, Skeleton, Statistic } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Me } from '@contract/account.responses';
import { formatDay } from '@/components/format';
import { UsageCount } from '@/crud/list/usage-count';
import {
  daysUntil,
  PLAN_PATH,
  SEATS_PATH,
  usageShare,
  usageTone,
  expiryTone,
  TRAININGS_PATH,
  type UsageTone,
} from './plan-usage';

export const CardsSkeleton = () => (
  <Flex wrap gap={16} className="sg-figures">
    {[1, 2, 3].map((n) => (
      <div key={n} className="sg-card">
        <Skeleton active title={{ width: '40%' }} paragraph={{ rows: 1 }} />
      </div>
    ))}
  </Flex>
);

/** Usage and limits of the plan, and its remaining time. */
export function PlanUsage({ me }: { me: Me }) {
  const { t } = useTranslation();
  return (
    <Flex wrap gap={16} className="sg-figures">
      <UsageCard label={t('home.seats')} to={SEATS_PATH} used={me.total_staff} allowed={me.no_of_staff} />
      <UsageCard label={t('home.trainings')} to={TRAININGS_PATH} used={me.total_training} allowed={me.no_of_training} />
      {me.subscription && <PlanCard subscription={me.subscription} zone={me.time_zone} />}
    </Flex>
  );
}

/** One figure, linked to the list of its rows. */
export function FigureCard(props: {
  label: string;
  to: string;
  tone?: UsageTone;
  value: ReactNode;
  bar?: number | null;
  note?: ReactNode;
}) {
  return (
    <Link to={props.to} className="sg-card sg-col sg-gap-8 sg-plain" data-tone={props.tone ?? 'calm'}>
      <Statistic
        title={props.label}
        valueRender={() => <span className="sg-figure-value sg-number sg-big">{props.value}</span>}
      />
      {props.bar !== undefined && props.bar !== null && (
        <div className="sg-bar" aria-hidden="true">
          <span style={{ inlineSize: `${Math.min(100, props.bar)}%` }} />
        </div>
      )}
      {props.note && <small className="sg-figure-note">{props.note}</small>}
    </Link>
  );
}

function UsageCard(props: { label: string; to: string; used: number; allowed: number }) {
  const { t } = useTranslation();
  const { used, allowed } = props;
  const share = usageShare(used, allowed);
  const tone = usageTone(share);
  return (
    <FigureCard
      label={props.label}
      to={props.to}
      tone={tone}
      bar={share * 100}
      value={<UsageCount used={used} allowed={allowed} />}
      note={tone === 'near' ? t('home.near_limit') : tone === 'full' ? t('home.at_limit') : undefined}
    />
  );
}

function PlanCard({ subscription, zone }: { subscription: NonNullable<Me['subscription']>; zone: string }) {
  const { t, i18n } = useTranslation();
  const expiresOn = subscription.expires_on ?? null;
  const left = expiresOn ? daysUntil(expiresOn, zone) : null;
  const tone = expiryTone(left);
  const statusKey = `home.status.${subscription.status}`;
  const label = i18n.exists(statusKey) ? t(statusKey) : subscription.status;
  return (
    <FigureCard
      label={t('home.plan')}
      to={PLAN_PATH}
      tone={tone}
      value={left === null ? label : daysLeftText(t, left)}
      note={`${label}${expiresOn ? ` · ${t('home.until', { day: formatDay(expiresOn, i18n.language) })}` : ''}`}
    />
  );
}

/** "12 days left" */
export const daysLeftText = (t: TFunction, left: number): string =>
  left > 0 ? t('home.days_left', { count: left }) : left === 0 ? t('home.last_day') : t('home.over');
