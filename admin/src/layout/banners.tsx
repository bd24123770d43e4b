import { EyeOutlined, WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { GRACE_DAYS } from '@contract/subscription-rules';
import { Link } from 'react-router';
import { formatDay } from '@/components/format';
import { dayAfter } from '@/components/dates';
import { useFullMe } from '@/api/me';
import { leaveViewing, readViewing } from '@/api/viewing';
import { currentRole } from '@/api/who';

/** Whose screens platform staff look at, and the way out; on every page until they leave. */
export function ViewBanner() {
  const { t } = useTranslation();
  const viewing = readViewing();
  if (!viewing) return null;
  return (
    <section className="sg-strip sg-strip-view sg-row sg-wrap sg-line-below" aria-label={t('shell.viewing_label')}>
      <EyeOutlined aria-hidden />
      <span>{t('shell.viewing', { name: viewing.customer_name, id: viewing.customer_id })}</span>
      <Button size="small" onClick={leaveViewing}>
        {t('shell.viewing_leave')}
      </Button>
    </section>
  );
}

/** In the days of grace, and when changes are refused: why, since when, and what an admin can do. */
export function PlanBanner() {
  const { t, i18n } = useTranslation();
  const { data: me } = useFullMe();
  const { status, expires_on } = me?.subscription ?? {};
  if (!expires_on || (status !== 'grace' && status !== 'expired')) return null;
  const words = {
    day: formatDay(expires_on, i18n.language),
    last: formatDay(dayAfter(expires_on, GRACE_DAYS), i18n.language),
  };
  const isAdmin = currentRole() === 'admin';
  return (
    <section className={`sg-row sg-wrap sg-line-below sg-strip sg-strip-${status}`} aria-label={t('shell.plan_label')}>
      <WarningOutlined aria-hidden />
      <span>{t(isAdmin ? `shell.plan_${status}` : `shell.plan_${status}_reader`, words)}</span>
      {isAdmin && <Link to="/settings#subscription">{t('shell.plan_link')}</Link>}
    </section>
  );
}
