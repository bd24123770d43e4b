import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSession } from '@/api/use-session';
import { LinkButton } from '@/components/link-button';
import { StatePanel } from '@/components/state-panels';

/** Shown when the filters match no rows, or when staff or skills do not exist yet. */
export function EmptyMatrix({
  hasStaff,
  values,
  isFiltered = false,
}: {
  hasStaff: boolean;
  values: Readonly<Record<string, string>>;
  isFiltered?: boolean;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { role } = useSession();
  if (isFiltered || values.staff_id || values.skil_code)
    return (
      <StatePanel
        drawing="search"
        title={t('reports.empty.filtered')}
        action={<Button onClick={() => void navigate({ search: '' })}>{t('kit.filter.clear')}</Button>}
      />
    );
  const to = hasStaff ? '/skil-master' : '/add-staff';
  return (
    <StatePanel
      drawing="empty"
      title={t(hasStaff ? 'reports.empty.no_skills' : 'reports.empty.no_staff')}
      text={t('reports.empty.text')}
      action={
        role === 'admin' && (
          <LinkButton to={to} type="primary">
            {t(hasStaff ? 'reports.empty.to_skills' : 'reports.empty.to_staff')}
          </LinkButton>
        )
      }
    />
  );
}
