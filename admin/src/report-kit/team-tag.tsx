import { useTranslation } from 'react-i18next';
import { useScope } from '@/api/me';
import { StatusTag } from '@/components/status-tag';

/** Beside a report's title: a manager's figures are those of the line, never of the organisation. */
export function TeamTag() {
  const { t } = useTranslation();
  if (useScope() !== 'line') return null;
  return <StatusTag tone="info">{t('team.tag')}</StatusTag>;
}
