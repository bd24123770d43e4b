import { useTranslation } from 'react-i18next';
import { useSession } from '@/api/use-session';
import { MailLog } from './mail-log';
import { NoticePreview } from './notice-preview';
import { CustomerNoticeRules } from './customer-notice-rules';
import { OwnNoticeChoices } from './own-notice-choices';
import './notices.css';

/** Notice settings: own choices; for admins also the customer's rules, a preview and the mail log. */
export function NoticesSettings() {
  const { role } = useSession();
  const { t } = useTranslation();
  return (
    <>
      <OwnNoticeChoices />
      {role === 'admin' && (
        <>
          <h3>{t('notices.org.title')}</h3>
          <CustomerNoticeRules />
          <h3>{t('notices.preview.title')}</h3>
          <NoticePreview />
          <h3>{t('notices.log.title')}</h3>
          <MailLog />
        </>
      )}
    </>
  );
}
