import { useTranslation } from 'react-i18next';
import { useSession } from '@/api/use-session';
import { MailLog } from './mail-log';
import { NoticePreview } from './notice-preview';
import { OrganisationRules } from './organisation-rules';
import { OwnChoices } from './own-choices';
import './notices.css';

/** What one is told oneself; and, for an admin, what everybody is told, who gets what next, and which mails went out. */
export function NoticesPart() {
  const { role } = useSession();
  const { t } = useTranslation();
  return (
    <>
      <OwnChoices />
      {role === 'admin' && (
        <>
          <h3>{t('notices.org.title')}</h3>
          <OrganisationRules />
          <h3>{t('notices.preview.title')}</h3>
          <NoticePreview />
          <h3>{t('notices.log.title')}</h3>
          <MailLog />
        </>
      )}
    </>
  );
}
