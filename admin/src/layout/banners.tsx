import { EyeOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { GRACE_DAYS } from '@contract/subscription-rules';
import { Link } from 'react-router';
import { formatDay } from '@/components/format';
import { dayAfter } from '@/components/dates';
import { useFullMe } from '@/api/me';
import { leaveViewing } from '@/api/viewing';
import { useSession } from '@/api/use-session';

/** Whose screens platform staff look at, and the way out; on every page until they leave. */
export function ViewBanner() {
  const { t } = useTranslation();
  const { viewing } = useSession();
  if (!viewing) return null;
  return (
    <Alert
      className="sg-strip sg-viewing"
      banner
      type="info"
      icon={<EyeOutlined aria-hidden />}
      role="region"
      aria-label={t('shell.viewing_label')}
      message={t('shell.viewing', { name: viewing.customer_name, id: viewing.customer_id })}
      action={
        <Button size="small" onClick={leaveViewing}>
          {t('shell.viewing_leave')}
        </Button>
      }
    />
  );
}

/** In the days of grace, and when changes are refused: why, since when, and what an admin can do. */
export function PlanBanner() {
  const { role } = useSession();
  const { t, i18n } = useTranslation();
  const { data: me } = useFullMe();
  const { status, expires_on } = me?.subscription ?? {};
  if (!expires_on || (status !== 'grace' && status !== 'expired')) return null;
  const words = {
    day: formatDay(expires_on, i18n.language),
    last: formatDay(dayAfter(expires_on, GRACE_DAYS), i18n.language),
  };
  const isAdmin = role === 'admin';
  return (
    <Alert
      className="sg-strip"
      banner
      type={status === 'grace' ? 'warning' : 'error'}
      role="region"
      aria-label={t('shell.plan_label')}
      message={t(isAdmin ? `shell.plan_${status}` : `shell.plan_${status}_reader`, words)}
      action={isAdmin && <Link to="/settings#subscription">{t('shell.plan_link')}</Link>}
    />
  );
}
