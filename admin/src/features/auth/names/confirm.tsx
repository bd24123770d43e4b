import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { NamesToConfirm, SignInNames } from '@contract/account-answers';
import { authApi } from '@/api/auth-api';
import { refusalWords } from '@/api/refusal-words';
import { signedIn } from '@/api/session';
import { useRequest } from '@/components/use-request';
import { AuthFrame } from '../auth-frame';
import { isLinkDead, MailedLinkState, useMailedLink } from '../mailed-link';
import './names.css';

/** The link from a mail about a new e-mail or user name. It changes nothing before the button: mail scanners open links. */
export function ConfirmPage() {
  const { t } = useTranslation();
  const { token, link, again, die } = useMailedLink(authApi.checkNames);
  const [done, setDone] = useState<SignInNames | null>(null);
  if (done) return <Done names={done} />;
  if (link.is === 'good') return <ToConfirm names={link.found} token={token} onDone={setDone} onDead={die} />;
  return (
    <MailedLinkState
      link={link}
      again={again}
      title={t('names.confirm_title')}
      checking={t('names.checking')}
      dead={{ title: t('names.dead_title'), text: t('names.dead_text') }}
    >
      <Link to="/settings#sign_in">{t('names.dead_request')}</Link>
    </MailedLinkState>
  );
}

interface Asked {
  names: NamesToConfirm;
  token: string;
  onDone: (names: SignInNames) => void;
  onDead: () => void;
}

function ToConfirm({ names, token, onDone, onDead }: Asked) {
  const { t } = useTranslation();
  const { busy, error, run } = useRequest();
  const { customer_name, was, becomes } = names;
  const key = customer_name ? 'names.confirm_text' : 'names.confirm_text_platform';

  const confirm = () =>
    run(async () => {
      try {
        onDone((await authApi.confirmNames(token)).body);
      } catch (refusal) {
        if (!isLinkDead(refusal)) throw refusal;
        onDead();
      }
    });

  return (
    <AuthFrame title={t('names.confirm_title')} text={t(key, { user_name: was.user_name, customer_name })}>
      <div className="sg-names sg-stack sg-gap-16">
        {error && <Alert type="error" showIcon message={refusalWords(t, error)} role="alert" />}
        <dl>
          {(['email', 'user_name'] as const)
            .filter((name) => was[name] !== becomes[name])
            .map((name) => (
              <div key={name}>
                <dt className="sg-small">{t(`names.${name}`)}</dt>
                <dd>
                  <span className="sg-visually-hidden">{t('names.was')}: </span>
                  <s className="sg-soft">
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
  const key = names.user_name === names.email ? 'names.done_text_same' : 'names.done_text';
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
