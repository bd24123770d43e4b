import { Button, Spin } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { MessageDialog } from '../../app/layout/message-dialog';
import { authApi, Refusal } from '../../app/session/auth-api';
import { refusalWords } from '../../app/session/refusal-words';
import { AuthFrame } from './auth-frame';
import { NewPasswordForm } from './new-password-form';

type State =
  | { is: 'checking' }
  | { is: 'dead' }
  | { is: 'unreachable'; why: string }
  | { is: 'good'; handle: string; purpose: 'reset' | 'invite'; userName: string };

/** The link from a mail: a reset, or an invitation (then it words itself as a first password). Checked before anything. */
export function ResetPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id = '' } = useParams();
  const [state, setState] = useState<State>({ is: 'checking' });
  const [done, setDone] = useState(false);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    let wanted = true;
    setState({ is: 'checking' });
    authApi.checkLink(id).then(
      ({ body }) =>
        wanted && setState({ is: 'good', handle: body.handle, purpose: body.purpose, userName: body.user_name }),
      (error: unknown) => {
        if (!wanted) return;
        const dead = error instanceof Refusal && error.status > 0 && error.status < 500 && error.status !== 429;
        setState(dead ? { is: 'dead' } : { is: 'unreachable', why: refusalWords(t, error) });
      },
    );
    return () => {
      wanted = false;
    };
    // The texts may change while the page is open; the link is checked once.
  }, [id, tries]); // eslint-disable-line react-hooks/exhaustive-deps

  const save = async (password: string) => {
    if (state.is !== 'good') return;
    try {
      await authApi.reset(state.handle, password);
      setDone(true);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'link_dead') setState({ is: 'dead' });
      else throw error;
    }
  };

  if (state.is === 'checking')
    return (
      <AuthFrame title={t('auth.reset_title')} text={t('auth.checking_link')}>
        <div className="sg-auth-wait">
          <Spin />
        </div>
      </AuthFrame>
    );
  if (state.is === 'unreachable')
    return (
      <AuthFrame title={t('auth.reset_title')} text={state.why}>
        <div className="sg-auth-links">
          <Button onClick={() => setTries(tries + 1)}>{t('shell.retry')}</Button>
        </div>
      </AuthFrame>
    );
  if (state.is === 'dead')
    return (
      <AuthFrame title={t('auth.dead_title')} text={t('auth.dead_text')}>
        <div className="sg-auth-links">
          <Link to="/forgot">{t('auth.dead_request')}</Link>
          <Link to="/auth/login">{t('auth.to_login')}</Link>
        </div>
      </AuthFrame>
    );
  const invite = state.purpose === 'invite';
  return (
    <AuthFrame
      title={t(invite ? 'auth.invite_title' : 'auth.reset_title')}
      text={t(invite ? 'auth.invite_text' : 'auth.reset_text', { user_name: state.userName })}
    >
      <NewPasswordForm userName={state.userName} save={save} />
      <div className="sg-auth-links">
        <Link to="/auth/login">{t('auth.to_login')}</Link>
      </div>
      <MessageDialog
        message={
          done
            ? {
                kind: 'success',
                text: t('auth.reset_done'),
                then: () => void navigate('/auth/login', { replace: true }),
              }
            : null
        }
        onClose={() => setDone(false)}
      />
    </AuthFrame>
  );
}
