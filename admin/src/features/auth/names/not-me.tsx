import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AuthFrame } from '../auth-frame';
import './names.css';

/** Linked in the mail to the former address: help after a sign-in change by another person. */
export function NotMePage() {
  const { t } = useTranslation();
  return (
    <AuthFrame title={t('names.not_me_title')} text={t('names.not_me_text')}>
      <ol className="sg-names-steps sg-stack sg-gap-12">
        <li>{t('names.not_me_admin')}</li>
        <li>{t('names.not_me_sign_in')}</li>
        <li>{t('names.not_me_self')}</li>
      </ol>
      <div className="sg-auth-links">
        <Link to="/forgot">{t('names.not_me_forgot')}</Link>
        <Link to="/auth/login">{t('auth.to_login')}</Link>
      </div>
    </AuthFrame>
  );
}
