import { ArrowRightOutlined, CheckCircleFilled } from '@ant-design/icons';
import { useQueries } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount, formatDay } from '@/kit/format';
import { FailedState } from '@/kit/states';
import { USER_MENU } from '../../app/layout/menu';
import { usePageTitle } from '../../app/layout/page-title';
import { http } from '../../app/providers/http';
import { useFullMe, type FullMe } from '../../app/providers/me';
import { currentRole } from '../../app/session/who';
import './home.css';

/** The first dashboard: what the plan has used and allows, and the six steps to the first coloured cell. Real figures only. */
export function HomePage() {
  const { t } = useTranslation();
  const me = useFullMe();
  const role = currentRole();
  usePageTitle(t('home.title'));
  return (
    <>
      <div className="sg-page-head">
        <div>
          <h1>{t('home.title')}</h1>
          {role === 'admin' && <p>{t('home.sentence')}</p>}
        </div>
      </div>
      {me.isError && <FailedState error={me.error} retry={() => void me.refetch()} />}
      {me.isPending && <CardsLoading />}
      {me.data && role === 'admin' && (
        <>
          <Usage me={me.data} />
          <Checklist />
        </>
      )}
      {me.data && role === 'user' && (
        <Welcome me={me.data} text={t('home.learner_text')}>
          <Link to={USER_MENU.myTraining.route}>
            <Button type="primary" tabIndex={-1}>
              {t('home.learner_go')}
            </Button>
          </Link>
        </Welcome>
      )}
      {me.data && role === 'platform' && (
        <Welcome me={me.data} text={t('home.platform_text')}>
          {USER_MENU.platform.map((entry) => (
            <Link key={entry.route} to={entry.route}>
              <Button tabIndex={-1}>{t(entry.labelKey)}</Button>
            </Link>
          ))}
        </Welcome>
      )}
    </>
  );
}

function Welcome({ me, text, children }: { me: FullMe; text: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section className="sg-card sg-welcome">
      <h2>{t('home.learner_title', { name: me.first_name || me.user_name })}</h2>
      <p>{text}</p>
      <div className="sg-welcome-actions">{children}</div>
    </section>
  );
}

const CardsLoading = () => (
  <div className="sg-figures">
    {[1, 2, 3].map((n) => (
      <div key={n} className="sg-card">
        <Skeleton active title={{ width: '40%' }} paragraph={{ rows: 1 }} />
      </div>
    ))}
  </div>
);

/** Amber from 80 %, red at 100 % (screens.md §4). */
const toneOf = (share: number): 'calm' | 'near' | 'full' => (share >= 1 ? 'full' : share >= 0.8 ? 'near' : 'calm');

function Usage({ me }: { me: FullMe }) {
  const { t } = useTranslation();
  return (
    <div className="sg-figures">
      <Figure label={t('home.seats')} to="/add-staff" used={me.total_staff} allowed={me.no_of_staff} />
      <Figure label={t('home.trainings')} to="/training" used={me.total_training} allowed={me.no_of_training} />
      {me.subscription && <Plan subscription={me.subscription} zone={me.time_zone} />}
    </div>
  );
}

function Figure(props: { label: string; to: string; used: number; allowed: number | null }) {
  const { t, i18n } = useTranslation();
  const { used, allowed } = props;
  const share = allowed === null ? null : allowed === 0 ? 1 : used / allowed;
  const tone = share === null ? 'calm' : toneOf(share);
  const number = (value: number) => formatCount(value, i18n.language);
  return (
    <Link to={props.to} className="sg-card sg-figure" data-tone={tone}>
      <span className="sg-figure-label">{props.label}</span>
      <span className="sg-figure-value sg-number">
        {number(used)}{' '}
        <small>{allowed === null ? t('home.no_limit') : t('home.used_of', { allowed: number(allowed) })}</small>
      </span>
      {share !== null && (
        <span className="sg-bar" aria-hidden="true">
          <span style={{ inlineSize: `${Math.min(100, share * 100)}%` }} />
        </span>
      )}
      <span className="sg-figure-note">
        {tone === 'near' && t('home.near_limit')}
        {tone === 'full' && t('home.at_limit')}
      </span>
    </Link>
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
  return (
    <Link to="/settings" className="sg-card sg-figure" data-tone={tone}>
      <span className="sg-figure-label">{t('home.plan')}</span>
      <span className="sg-figure-value sg-number">
        {left === null && (i18n.exists(statusKey) ? t(statusKey) : subscription.status)}
        {left !== null && left > 0 && t('home.days_left', { count: left })}
        {left === 0 && t('home.last_day')}
        {left !== null && left < 0 && t('home.over')}
      </span>
      <span className="sg-figure-note">
        {i18n.exists(statusKey) ? t(statusKey) : subscription.status}
        {expires && ` · ${t('home.until', { day: formatDay(expires, i18n.language) })}`}
      </span>
    </Link>
  );
}

/** A step is done when the server counts at least one such row. */
const STEPS = [
  { key: 'staff', to: '/add-staff', query: 'staff' },
  { key: 'skills', to: '/skil-master', query: 'skills' },
  { key: 'category', to: '/category', query: 'training-categories' },
  { key: 'training', to: '/training', query: 'trainings', where: '&status=published' },
  { key: 'target', to: '/assign-target-skils', query: 'skill-targets' },
  { key: 'assign', to: '/assign-training', query: 'training-assignments' },
] as const;

async function countOf(query: string, where = ''): Promise<number> {
  const { data, headers } = await http.get<unknown[]>(`/api/${query}?_start=0&_end=1${where}`);
  return Number(headers['x-total-count'] ?? data.length);
}

function Checklist() {
  const { t } = useTranslation();
  const counts = useQueries({
    queries: STEPS.map((step) => ({
      queryKey: ['data', 'default', step.query, 'count', 'where' in step ? step.where : ''],
      queryFn: () => countOf(step.query, 'where' in step ? step.where : ''),
      retry: false,
    })),
  });
  const done = counts.filter((count) => (count.data ?? 0) > 0).length;
  const next = counts.findIndex((count) => !count.isPending && (count.data ?? 0) === 0);
  if (counts.some((count) => count.isPending))
    return (
      <section className="sg-card sg-checklist">
        <Skeleton active paragraph={{ rows: 6 }} />
      </section>
    );
  return (
    <section className="sg-card sg-checklist" aria-labelledby="checklist">
      <div className="sg-checklist-head">
        <div>
          <h2 id="checklist">{t('home.checklist')}</h2>
          <p>{done === STEPS.length ? t('home.checklist_done') : t('home.checklist_text')}</p>
        </div>
        <span className="sg-number">{t('home.progress', { done, all: STEPS.length })}</span>
      </div>
      <ol>
        {STEPS.map((step, index) => {
          const isDone = (counts[index]?.data ?? 0) > 0;
          return (
            <li key={step.key} data-done={isDone} data-next={index === next}>
              <Link to={step.to}>
                {isDone ? (
                  <CheckCircleFilled aria-hidden className="sg-step-mark" />
                ) : (
                  <span className="sg-step-mark" aria-hidden="true">
                    {index + 1}
                  </span>
                )}
                <span className="sg-step-text">
                  <strong>{t(`home.steps.${step.key}.title`)}</strong>
                  <span>{t(`home.steps.${step.key}.text`)}</span>
                </span>
                <span className="sg-visually-hidden">{t(isDone ? 'home.step_done' : 'home.step_open')}</span>
                <ArrowRightOutlined aria-hidden className="sg-mirror sg-step-go" />
              </Link>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
