import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { MessageDialog, type Message } from '@/components/message-dialog';
import { authApi } from '@/api/auth-api';
import { acceptInvitation, logout, signedIn } from '@/api/session';
import { AuthFrame } from './auth-frame';
import { isLinkDead, MailedLinkState, useMailedLink } from './mailed-link';
import { NewPasswordForm } from './new-password-form';

/** The link from a mail: a reset, or an invitation (then it words itself as a first password). Checked before anything. */
export function ResetPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { link, again, die } = useMailedLink(authApi.checkLink);
  const [message, setMessage] = useState<Message | null>(null);
  const [wasSignedIn] = useState(signedIn);

  if (link.is !== 'good')
    return (
      <MailedLinkState
        link={link}
        again={again}
        title={t('auth.reset_title')}
        checking={t('auth.checking_link')}
        dead={{ title: t('auth.dead_title'), text: t('auth.dead_text') }}
      >
        <Link to="/forgot">{t('auth.dead_request')}</Link>
      </MailedLinkState>
    );

  const { handle, purpose, user_name } = link.found;
  const invite = purpose === 'invite';
  const toStart = () => void navigate('/', { replace: true });
  const save = async (password: string) => {
    try {
      if (invite) {
        const { customer_name } = await acceptInvitation(handle, password);
        setMessage({ kind: 'success', text: t('auth.invite_done', { customer_name }), then: toStart });
      } else {
        await authApi.reset(handle, password);
        setMessage({ kind: 'success', text: t('auth.reset_done'), then: toLogin });
      }
    } catch (error) {
      if (!isLinkDead(error)) throw error;
      die();
    }
  };
  // Whoever is signed in here is so with the old password, or as somebody else: the sign-in page would send them on.
  const toLogin = () => void (signedIn() ? logout() : navigate('/auth/login', { replace: true }));
  return (
    <AuthFrame
      title={t(invite ? 'auth.invite_title' : 'auth.reset_title')}
      text={t(invite ? 'auth.invite_text' : 'auth.reset_text', { user_name })}
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
