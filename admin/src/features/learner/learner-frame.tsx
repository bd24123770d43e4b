import { ArrowLeftOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '@/api/use-session';
import { LinkButton } from '@/components/link-button';
import { FailedState, StatePanel } from '@/components/state-panels';
import { useCurrentStaff } from './learner-data';
import './learner.css';

/** Loads the staff record of the current user, and renders a message if there is none. */
export function RequireStaffAccount({
  children,
}: {
  children: (staffId: string, zone: string | undefined) => ReactNode;
}) {
  const { staffId, zone, accountQuery } = useCurrentStaff();
  if (accountQuery.isError) return <FailedState error={accountQuery.error} retry={() => void accountQuery.refetch()} />;
  if (staffId === undefined) return <CardSkeleton />;
  return staffId === null ? <NoStaffRecord /> : children(staffId, zone);
}

function NoStaffRecord() {
  const { role } = useSession();
  const { t } = useTranslation();
  const isAdmin = role === 'admin';
  return (
    <section className="sg-card">
      <StatePanel
        drawing="empty"
        title={t('learner.no_staff.title')}
        text={t(isAdmin ? 'learner.no_staff.admin' : 'learner.no_staff.other')}
        action={
          isAdmin && (
            <LinkButton to="/add-staff" type="primary">
              {t('learner.no_staff.go')}
            </LinkButton>
          )
        }
      />
    </section>
  );
}

export const CardSkeleton = () => (
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
