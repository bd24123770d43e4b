import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useApiQuery } from '@/api/use-api-query';

/** The number of assessments that the assessed person has to confirm. Renders nothing if there are none. */
export function PendingConfirmations({ staffId }: { staffId: string }) {
  const { t } = useTranslation();
  const { data } = useApiQuery(`staff/${staffId}/practical-assessments`);
  const count = data?.filter(({ commands }) => commands.includes('confirm')).length ?? 0;
  if (count === 0) return null;
  return (
    <p className="sg-card sg-mb-16">
      <Link to={`/add-staff/${staffId}/assessments`}>{t('assessments.wait', { count })}</Link>
    </p>
  );
}
