import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { read } from '@/api/read';
import { ofPersonKey } from './use-assessment';

/** To whoever was assessed and has not said anything to it yet; nothing where nothing waits. */
export function WaitingLine({ staffId }: { staffId: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ofPersonKey(staffId),
    queryFn: () => read(`staff/${staffId}/practical-assessments`),
  });
  const count = data?.filter(({ commands }) => commands.includes('confirm')).length ?? 0;
  if (count === 0) return null;
  return (
    <p className="sg-card sg-mb-16">
      <Link to={`/add-staff/${staffId}/assessments`}>{t('assessments.wait', { count })}</Link>
    </p>
  );
}
