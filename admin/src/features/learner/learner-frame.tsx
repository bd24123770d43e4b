import { ArrowLeftOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '@/api/use-session';
import { LinkButton } from '@/components/link-button';
import { FailedState, StatePanel } from '@/components/states';
import { useStaffId } from './learner-data';
import './learner.css';

/** Waits for the staff record of whoever is signed in, and says so honestly where there is none. */
export function StaffOnly({ children }: { children: (staffId: string, zone: string | undefined) => ReactNode }) {
  const { staffId, zone, me } = useStaffId();
  if (me.isError) return <FailedState error={me.error} retry={() => void me.refetch()} />;
  if (staffId === undefined) return <Waiting />;
  return staffId === null ? <NoStaffRecord /> : children(staffId, zone);
}

function NoStaffRecord() {
  const { role } = useSession();
  const { t } = useTranslation();
  const admin = role === 'admin';
  return (
    <section className="sg-card">
      <StatePanel
        drawing="empty"
        title={t('learner.no_staff.title')}
        text={t(admin ? 'learner.no_staff.admin' : 'learner.no_staff.other')}
        action={
          admin && (
            <LinkButton to="/add-staff" type="primary">
              {t('learner.no_staff.go')}
            </LinkButton>
          )
        }
      />
    </section>
  );
}

export const Waiting = () => (
  <div className="sg-card">
    <Skeleton active paragraph={{ rows: 5 }} />
  </div>
);

export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className="lr-back sg-back">
      <ArrowLeftOutlined aria-hidden className="sg-mirror" />
      {label}
    </Link>
  );
}
