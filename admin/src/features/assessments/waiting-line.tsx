import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useApiQuery } from '@/api/use-api-query';

/** To whoever was assessed and has not said anything to it yet; nothing where nothing waits. */
export function WaitingLine({ staffId }: { staffId: string }) {
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
