import { useTranslation } from 'react-i18next';
import { useVisibilityScope } from '@/api/account';
import { StatusTag } from '@/components/status-tag';

/** Tag beside a report's title: a manager sees only the own line. */
export function TeamTag() {
  const { t } = useTranslation();
  if (useVisibilityScope() !== 'line') return null;
  return <StatusTag tone="info">{t('team.tag')}</StatusTag>;
}
