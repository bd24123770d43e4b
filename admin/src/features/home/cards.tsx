import { Flex, Skeleton, Statistic } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Me } from '@contract/account-answers';
import { formatDay } from '@/components/format';
import { UsedOf } from '@/crud/list/used-of';
import { daysUntil, PLAN, SEATS, shareOf, toneOf, toneOfDays, TRAININGS, type Tone } from './plan';

export const CardsLoading = () => (
  <Flex wrap gap={16} className="sg-figures">
    {[1, 2, 3].map((n) => (
      <div key={n} className="sg-card">
        <Skeleton active title={{ width: '40%' }} paragraph={{ rows: 1 }} />
      </div>
    ))}
  </Flex>
);

/** What the plan has used and allows, and how long it runs. */
export function Usage({ me }: { me: Me }) {
  const { t } = useTranslation();
  return (
    <Flex wrap gap={16} className="sg-figures">
      <Used label={t('home.seats')} to={SEATS} used={me.total_staff} allowed={me.no_of_staff} />
      <Used label={t('home.trainings')} to={TRAININGS} used={me.total_training} allowed={me.no_of_training} />
      {me.subscription && <Plan subscription={me.subscription} zone={me.time_zone} />}
    </Flex>
  );
}

/** One figure that leads to the list behind it. */
export function Card(props: {
  label: string;
  to: string;
  tone?: Tone;
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

function Used(props: { label: string; to: string; used: number; allowed: number }) {
  const { t } = useTranslation();
  const { used, allowed } = props;
  const share = shareOf(used, allowed);
  const tone = toneOf(share);
  return (
    <Card
      label={props.label}
      to={props.to}
      tone={tone}
      bar={share * 100}
      value={<UsedOf used={used} allowed={allowed} />}
      note={tone === 'near' ? t('home.near_limit') : tone === 'full' ? t('home.at_limit') : undefined}
    />
  );
}

function Plan({ subscription, zone }: { subscription: NonNullable<Me['subscription']>; zone: string }) {
  const { t, i18n } = useTranslation();
  const expires = subscription.expires_on ?? null;
  const left = expires ? daysUntil(expires, zone) : null;
  const tone = toneOfDays(left);
  const statusKey = `home.status.${subscription.status}`;
  const label = i18n.exists(statusKey) ? t(statusKey) : subscription.status;
  return (
    <Card
      label={t('home.plan')}
      to={PLAN}
      tone={tone}
      value={left === null ? label : daysLeft(t, left)}
      note={`${label}${expires ? ` · ${t('home.until', { day: formatDay(expires, i18n.language) })}` : ''}`}
    />
  );
}

/** "12 days left", also where it is said among what needs attention. */
export const daysLeft = (t: TFunction, left: number): string =>
  left > 0 ? t('home.days_left', { count: left }) : left === 0 ? t('home.last_day') : t('home.over');
