import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount, formatDay } from '@/kit/format';
import { SEATED_STATUSES } from '@contract/staff.resource';
import type { FullMe } from '../../app/providers/me';

export const CardsLoading = () => (
  <div className="sg-figures">
    {[1, 2, 3].map((n) => (
      <div key={n} className="sg-card">
        <Skeleton active title={{ width: '40%' }} paragraph={{ rows: 1 }} />
      </div>
    ))}
  </div>
);

export type Tone = 'calm' | 'near' | 'full';
/** Amber from 80 %, red at 100 % (screens.md §4). */
const toneOf = (share: number): Tone => (share >= 1 ? 'full' : share >= 0.8 ? 'near' : 'calm');

/** What a seat is taken by, and no others (contract.md, Integrity): the list says the figure's number. */
const SEATS = `/add-staff?${SEATED_STATUSES.map((status) => `status=${status}`).join('&')}`;
const TRAININGS = '/training?status=draft&status=published';

/** What the plan has used and allows, and how long it runs. */
export function Usage({ me }: { me: FullMe }) {
  const { t } = useTranslation();
  return (
    <div className="sg-figures">
      <Used label={t('home.seats')} to={SEATS} used={me.total_staff} allowed={me.no_of_staff} />
      <Used label={t('home.trainings')} to={TRAININGS} used={me.total_training} allowed={me.no_of_training} />
      {me.subscription && <Plan subscription={me.subscription} zone={me.time_zone} />}
    </div>
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
    <Link to={props.to} className="sg-card sg-figure" data-tone={props.tone ?? 'calm'}>
      <span className="sg-figure-label">{props.label}</span>
      <span className="sg-figure-value sg-number">{props.value}</span>
      {props.bar !== undefined && props.bar !== null && (
        <span className="sg-bar" aria-hidden="true">
          <span style={{ inlineSize: `${Math.min(100, props.bar)}%` }} />
        </span>
      )}
      {props.note && <span className="sg-figure-note">{props.note}</span>}
    </Link>
  );
}

function Used(props: { label: string; to: string; used: number; allowed: number | null }) {
  const { t, i18n } = useTranslation();
  const { used, allowed } = props;
  const share = allowed === null ? null : allowed === 0 ? 1 : used / allowed;
  const tone = share === null ? 'calm' : toneOf(share);
  const number = (value: number) => formatCount(value, i18n.language);
  return (
    <Card
      label={props.label}
      to={props.to}
      tone={tone}
      bar={share === null ? null : share * 100}
      value={
        <>
          {number(used)}{' '}
          <small>{allowed === null ? t('home.no_limit') : t('home.used_of', { allowed: number(allowed) })}</small>
        </>
      }
      note={tone === 'near' ? t('home.near_limit') : tone === 'full' ? t('home.at_limit') : undefined}
    />
  );
}

/** Whole days from the customer's today to `day`, both calendar days. */
function daysUntil(day: string, zone: string): number {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone || undefined }).format(new Date());
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / 86_400_000);
}

function Plan({ subscription, zone }: { subscription: NonNullable<FullMe['subscription']>; zone: string }) {
  const { t, i18n } = useTranslation();
  const expires = subscription.expires_on?.slice(0, 10) ?? null;
  const left = expires ? daysUntil(expires, zone) : null;
  const tone = left === null || left > 10 ? 'calm' : left >= 0 ? 'near' : 'full';
  const statusKey = `home.status.${subscription.status}`;
  const said = i18n.exists(statusKey) ? t(statusKey) : subscription.status;
  return (
    <Card
      label={t('home.plan')}
      to="/settings#subscription"
      tone={tone}
      value={
        left === null
          ? said
          : left > 0
            ? t('home.days_left', { count: left })
            : left === 0
              ? t('home.last_day')
              : t('home.over')
      }
      note={`${said}${expires ? ` · ${t('home.until', { day: formatDay(expires, i18n.language) })}` : ''}`}
    />
  );
}
