import { Alert, Button, Spin } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { authApi, Refusal, type NamesToConfirm, type SignInNames } from '../../app/session/auth-api';
import { refusalWords } from '../../app/session/refusal-words';
import { signedIn } from '../../app/session/session';
import { AuthFrame } from '../auth/auth-frame';
import './names.css';

type State =
  | { is: 'checking' }
  | { is: 'dead' }
  | { is: 'unreachable'; why: string }
  | { is: 'good'; names: NamesToConfirm }
  | { is: 'done'; names: SignInNames };

const isDead = (error: unknown) => error instanceof Refusal && error.code === 'link_dead';

/** The link from a mail about a new e-mail or user name. It changes nothing before the button: mail scanners open links. */
export function ConfirmPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const [state, setState] = useState<State>({ is: 'checking' });
  const [tries, setTries] = useState(0);

  useEffect(() => {
    let wanted = true;
    setState({ is: 'checking' });
    authApi.checkNames(id).then(
      ({ body }) => wanted && setState({ is: 'good', names: body }),
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

  switch (state.is) {
    case 'checking':
      return (
        <AuthFrame title={t('names.confirm_title')} text={t('names.checking')}>
          <div className="sg-auth-wait">
            <Spin />
          </div>
        </AuthFrame>
      );
    case 'unreachable':
      return (
        <AuthFrame title={t('names.confirm_title')} text={state.why}>
          <div className="sg-auth-links">
            <Button onClick={() => setTries(tries + 1)}>{t('shell.retry')}</Button>
          </div>
        </AuthFrame>
      );
    case 'dead':
      return (
        <AuthFrame title={t('names.dead_title')} text={t('names.dead_text')}>
          <div className="sg-auth-links">
            <Link to="/settings#sign_in">{t('names.dead_request')}</Link>
            <Link to="/auth/login">{t('auth.to_login')}</Link>
          </div>
        </AuthFrame>
      );
    case 'good':
      return (
        <ToConfirm
          names={state.names}
          token={id}
          onDone={(names) => setState({ is: 'done', names })}
          onDead={() => setState({ is: 'dead' })}
        />
      );
    case 'done':
      return <Done names={state.names} />;
  }
}

interface Asked {
  names: NamesToConfirm;
  token: string;
  onDone: (names: SignInNames) => void;
  onDead: () => void;
}

function ToConfirm({ names, token, onDone, onDead }: Asked) {
  const { t } = useTranslation();
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { customer_name, was, becomes } = names;
  const key = customer_name ? 'names.confirm_text' : 'names.confirm_text_platform';

  const confirm = async () => {
    setBusy(true);
    setRefused(null);
    try {
      onDone((await authApi.confirmNames(token)).body);
    } catch (error) {
      if (isDead(error)) return onDead();
      setRefused(refusalWords(t, error));
      setBusy(false);
    }
  };

  return (
    <AuthFrame title={t('names.confirm_title')} text={t(key, { user_name: was.user_name, customer_name })}>
      <div className="sg-names">
        {refused && <Alert type="error" showIcon message={refused} role="alert" />}
        <dl>
          {(['email', 'user_name'] as const)
            .filter((name) => was[name] !== becomes[name])
            .map((name) => (
              <div key={name}>
                <dt>{t(`names.${name}`)}</dt>
                <dd>
                  <span className="sg-visually-hidden">{t('names.was')}: </span>
                  <s>
                    <bdi>{was[name]}</bdi>
                  </s>
                </dd>
                <dd>
                  <span className="sg-visually-hidden">{t('names.becomes')}: </span>
                  <bdi>{becomes[name]}</bdi>
                </dd>
              </div>
            ))}
        </dl>
        <p>{t('names.confirm_note')}</p>
        <Button type="primary" size="large" block loading={busy} onClick={() => void confirm()}>
          {t('names.confirm_button')}
        </Button>
        <p>{t('names.confirm_not_me')}</p>
      </div>
    </AuthFrame>
  );
}

function Done({ names }: { names: SignInNames }) {
  const { t } = useTranslation();
  const key = names.user_name === names.email ? 'names.done_text_one' : 'names.done_text';
  return (
    <AuthFrame title={t('names.done_title')} text={<span role="status">{t(key, { ...names })}</span>}>
      <div className="sg-auth-links">
        {signedIn() ? (
          <Link to="/settings#sign_in">{t('names.done_go_on')}</Link>
        ) : (
          <Link to="/auth/login">{t('auth.sign_in')}</Link>
        )}
      </div>
    </AuthFrame>
  );
}
