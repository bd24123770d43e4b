import { EyeOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { GRACE_DAYS } from '@contract/subscription-limits';
import { Link } from 'react-router';
import { formatDay } from '@/components/format';
import { dayAfter } from '@/components/dates';
import { useAccountQuery } from '@/api/account';
import { endImpersonation } from '@/api/impersonation';
import { useSession } from '@/api/use-session';

/** Shows platform staff which customer they view, with a button to leave. */
export function ImpersonationBanner() {
  const { t } = useTranslation();
  const { impersonation } = useSession();
  if (!impersonation) return null;
  return (
    <Alert
      className="sg-strip sg-viewing"
      banner
      type="info"
      icon={<EyeOutlined aria-hidden />}
      role="region"
      aria-label={t('shell.viewing_label')}
      message={t('shell.viewing', { name: impersonation.customer_name, id: impersonation.customer_id })}
      action={
        <Button size="small" onClick={endImpersonation}>
          {t('shell.viewing_leave')}
        </Button>
      }
    />
  );
}

/** Shown during the grace period and after the plan has expired. */
export function PlanBanner() {
  const { role } = useSession();
  const { t, i18n } = useTranslation();
  const { data: me } = useAccountQuery();
  const { status, expires_on } = me?.subscription ?? {};
  if (!expires_on || (status !== 'grace' && status !== 'expired')) return null;
  const values = {
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
      message={t(isAdmin ? `shell.plan_${status}` : `shell.plan_${status}_reader`, values)}
      action={isAdmin && <Link to="/settings#subscription">{t('shell.plan_link')}</Link>}
    />
  );
}
