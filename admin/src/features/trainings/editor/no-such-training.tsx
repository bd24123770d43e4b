import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { StatePanel } from '@/components/states';

/** A link that is older than the library, or a typing mistake. */
export function NoSuchTraining() {
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
