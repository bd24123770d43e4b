import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SignInChangePreview, SignInNames } from '@contract/account.responses';
import { authApi } from '@/api/auth-api';
import { errorText } from '@/api/error-text';
import { isSignedIn } from '@/api/session';
import { useRequest } from '@/components/use-request';
import { AuthFrame } from '../auth-frame';
import { isLinkDead, MailedLinkState, useMailedLink } from '../mailed-link';
import './names.css';

/** Target of the confirmation mail. Changes nothing before the button is pressed: mail scanners open links. */
export function ConfirmPage() {
  const { t } = useTranslation();
  const { token, link, retry, markDead } = useMailedLink(authApi.checkNames);
  const [confirmedNames, setConfirmedNames] = useState<SignInNames | null>(null);
  if (confirmedNames) return <ConfirmedNames names={confirmedNames} />;
  if (link.status === 'good')
    return <ConfirmForm names={link.data} token={token} onDone={setConfirmedNames} onDead={markDead} />;
  return (
    <MailedLinkState
      link={link}
      onRetry={retry}
      title={t('names.confirm_title')}
      checking={t('names.checking')}
      dead={{ title: t('names.dead_title'), text: t('names.dead_text') }}
    >
      <Link to="/settings#sign_in">{t('names.dead_request')}</Link>
    </MailedLinkState>
  );
}

interface ConfirmFormProps {
  names: SignInChangePreview;
  token: string;
  onDone: (names: SignInNames) => void;
  onDead: () => void;
}

function ConfirmForm({ names, token, onDone, onDead }: ConfirmFormProps) {
  const { t } = useTranslation();
  const { busy, error, run } = useRequest();
  const { customer_name, was, becomes } = names;
  const key = customer_name ? 'names.confirm_text' : 'names.confirm_text_platform';

  const confirm = () =>
    run(async () => {
      try {
        onDone((await authApi.confirmNames(token)).body);
      } catch (failure) {
        if (!isLinkDead(failure)) throw failure;
        onDead();
      }
    });

  return (
    <AuthFrame title={t('names.confirm_title')} text={t(key, { user_name: was.user_name, customer_name })}>
      <div className="sg-names sg-stack sg-gap-16">
        {error && <Alert type="error" showIcon message={errorText(t, error)} role="alert" />}
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

function ConfirmedNames({ names }: { names: SignInNames }) {
  const { t } = useTranslation();
  const key = names.user_name === names.email ? 'names.done_text_same' : 'names.done_text';
  return (
    <AuthFrame title={t('names.done_title')} text={<span role="status">{t(key, { ...names })}</span>}>
      <div className="sg-auth-links">
        {isSignedIn() ? (
          <Link to="/settings#sign_in">{t('names.done_go_on')}</Link>
        ) : (
          <Link to="/auth/login">{t('auth.sign_in')}</Link>
        )}
      </div>
    </AuthFrame>
  );
}
