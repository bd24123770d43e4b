import { useTranslation } from 'react-i18next';
import { formatInstant } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import type { Learning } from '../learning';

/** The own booking in one line. */
export function SessionLine({ learning: { session } }: { learning: Learning }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  if (!session) return <span className="sg-soft">{t('learner.sessions.line.none')}</span>;
  const when = formatInstant(session.starts_at, i18n.language, time_zone);
  return <span className="sg-soft">{t(`learner.sessions.line.${session.own_state}`, { when })}</span>;
}
