import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { StatePanel } from '@/components/state-panels';

export function TrainingNotFound() {
  const { t } = useTranslation();
  return (
    <StatePanel
      drawing="search"
      title={t('trainings.unknown.title')}
      text={t('trainings.unknown.text')}
      action={<Link to="/training">{t('trainings.unknown.back')}</Link>}
    />
  );
}
