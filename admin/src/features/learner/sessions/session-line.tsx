import { useTranslation } from 'react-i18next';
import { formatInstant } from '@/components/format';
import { useMe } from '@/crud/kit-context';
import type { Learning } from '../learning';

/** The own place in one line, with its day. */
export function SessionLine({ learning: { session } }: { learning: Learning }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  if (!session) return <span className="sg-soft">{t('learner.sessions.line.none')}</span>;
  const when = formatInstant(session.starts_at, i18n.language, time_zone);
  return <span className="sg-soft">{t(`learner.sessions.line.${session.own_state}`, { when })}</span>;
}
