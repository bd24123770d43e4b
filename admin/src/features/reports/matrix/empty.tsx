import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSession } from '@/api/use-session';
import { LinkButton } from '@/components/link-button';
import { StatePanel } from '@/components/states';

/** Nobody or nothing to show yet; or the filters leave nobody. */
export function NothingYet({
  staff,
  values,
  narrowed = false,
}: {
  staff: boolean;
  values: Readonly<Record<string, string>>;
  narrowed?: boolean;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { role } = useSession();
  if (narrowed || values.staff_id || values.skil_code)
    return (
      <StatePanel
        drawing="search"
        title={t('reports.empty.filtered')}
        action={<Button onClick={() => void navigate({ search: '' })}>{t('kit.filter.clear')}</Button>}
      />
    );
  const to = staff ? '/skil-master' : '/add-staff';
  return (
    <StatePanel
      drawing="empty"
      title={t(staff ? 'reports.empty.no_skills' : 'reports.empty.no_staff')}
      text={t('reports.empty.text')}
      action={
        role === 'admin' && (
          <LinkButton to={to} type="primary">
            {t(staff ? 'reports.empty.to_skills' : 'reports.empty.to_staff')}
          </LinkButton>
        )
      }
    />
  );
}
