import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { MessageDialog, type DialogMessage } from '@/components/message-dialog';
import { authApi } from '@/api/auth-api';
import { acceptInvitation, logout, isSignedIn } from '@/api/session';
import { AuthFrame } from './auth-frame';
import { isLinkDead, MailedLinkState, useMailedLink } from './mailed-link';
import { NewPasswordForm } from './new-password-form';

/** Target of a reset or invitation mail. The link is checked before the form is shown. */
export function ResetPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { link, retry, markDead } = useMailedLink(authApi.checkLink);
  const [message, setMessage] = useState<DialogMessage | null>(null);
  const [wasSignedIn] = useState(isSignedIn);

  if (link.status !== 'good')
    return (
      <MailedLinkState
        link={link}
        onRetry={retry}
        title={t('auth.reset_title')}
        checking={t('auth.checking_link')}
        dead={{ title: t('auth.dead_title'), text: t('auth.dead_text') }}
      >
        <Link to="/forgot">{t('auth.dead_request')}</Link>
      </MailedLinkState>
    );

  const { handle, purpose, user_name } = link.data;
  const isInvitation = purpose === 'invite';
  const goToStart = () => void navigate('/', { replace: true });
  const save = async (password: string) => {
    try {
      if (isInvitation) {
        const { customer_name } = await acceptInvitation(handle, password);
        setMessage({ kind: 'success', text: t('auth.invite_done', { customer_name }), afterClose: goToStart });
      } else {
        await authApi.reset(handle, password);
        setMessage({ kind: 'success', text: t('auth.reset_done'), afterClose: goToLogin });
      }
    } catch (error) {
      if (!isLinkDead(error)) throw error;
      markDead();
    }
  };
  // The sign-in page would redirect a signed-in user, so the old session ends first.
  const goToLogin = () => void (isSignedIn() ? logout() : navigate('/auth/login', { replace: true }));
  return (
    <AuthFrame
      title={t(isInvitation ? 'auth.invite_title' : 'auth.reset_title')}
      text={t(isInvitation ? 'auth.invite_text' : 'auth.reset_text', { user_name })}
    >
      {wasSignedIn && <Alert type="info" showIcon message={t('auth.reset_signs_out')} />}
      <NewPasswordForm userName={user_name} save={save} />
      <div className="sg-auth-links">
        <Link to="/auth/login">{t('auth.to_login')}</Link>
      </div>
      <MessageDialog message={message} onClose={() => setMessage(null)} />
    </AuthFrame>
  );
}
