import CloseCircleFilled from '@ant-design/icons-svg/es/asn/CloseCircleFilled';
import KeyOutlined from '@ant-design/icons-svg/es/asn/KeyOutlined';
import LoadingOutlined from '@ant-design/icons-svg/es/asn/LoadingOutlined';
import { Suspense, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { behind } from '@/components/behind';
import { Icon } from '@/components/icon';
import { toAsciiDigits } from '@contract/digits';
import { ApiError } from '@/api/api-error';
import { login, ownPath, takeExpiredFlag } from '@/api/session';
import { refusalWords } from '@/api/refusal-words';
import { AuthFrame } from './auth-frame';
import { enterByPasskey, passkeysWork, wasCancelled } from './passkey';
import { PlainField, PlainPassword } from './plain-field';
import { SignInCode } from './sign-in-code';

const SessionExpired = behind(() => import('./session-expired').then((m) => m.SessionExpired));
// Once for each load of the page, however often React renders it.
const expired = takeExpiredFlag();

type Name = 'user_name' | 'password' | 'code';
type Wrong = Partial<Record<Name, string>>;
const valueOf = (form: HTMLFormElement, name: Name): string =>
  (form.elements.namedItem(name) as HTMLInputElement | null)?.value ?? '';

/** Name and password, and a code where the account has a second factor: both are sent together, from the same form. */
/** @param onTyping called with every change of the form */
export function LoginPage({ onTyping }: { onTyping: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [wrong, setWrong] = useState<Wrong>({});
  const [refused, setRefused] = useState<string | null>(null);
  const [asksCode, setAsksCode] = useState(false);
  const [recovery, setRecovery] = useState(false);
  const [busy, setBusy] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);

  const missingIn = (form: HTMLFormElement): Wrong => {
    const missing: Wrong = {};
    if (!valueOf(form, 'user_name').trim()) missing.user_name = t('auth.user_name_required');
    if (!valueOf(form, 'password')) missing.password = t('auth.password_required');
    if (asksCode && !valueOf(form, 'code').trim())
      missing.code = t(recovery ? 'auth.recovery_code_required' : 'auth.code_required');
    return missing;
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const missing = missingIn(form);
    setWrong(missing);
    const [first] = Object.keys(missing);
    if (first) return (form.elements.namedItem(first) as HTMLInputElement).focus();
    await enter(
      () =>
        login(
          valueOf(form, 'user_name').trim(),
          valueOf(form, 'password'),
          asksCode ? toAsciiDigits(valueOf(form, 'code')).trim() : undefined,
        ),
      (error) => {
        const reason = error instanceof ApiError ? error.code : '';
        if (reason === 'second_factor_needed') return setAsksCode(true);
        setRefused(refusalWords(t, error));
        if (asksCode && reason !== 'login_failed') {
          code.current!.value = '';
          code.current!.focus();
        } else back();
      },
    );
  };
  const byPasskey = () =>
    enter(enterByPasskey, (error) => {
      if (error instanceof ApiError) setRefused(refusalWords(t, error));
      else if (!wasCancelled(error)) setRefused(t('auth.passkey_failed'));
    });
  const enter = async (by: () => Promise<unknown>, failed: (error: unknown) => void) => {
    setBusy(true);
    setRefused(null);
    try {
      await by();
      void navigate(ownPath(params.get('to')), { replace: true });
    } catch (error) {
      setBusy(false);
      failed(error);
    }
  };
  // A wrong password at sign-in is no session expiry: say so here, keep the name, clear the password.
  const back = () => {
    setAsksCode(false);
    setWrong({});
    if (password.current) password.current.value = '';
    setTimeout(() => password.current?.focus());
  };

  return (
    <AuthFrame
      title={t(asksCode ? 'auth.code_title' : 'auth.login_title')}
      text={t(asksCode ? 'auth.code_text' : 'auth.login_text')}
    >
      {refused && (
        <div className="sg-plain-alert sg-row sg-baseline sg-gap-8" role="alert">
          <Icon of={CloseCircleFilled} />
          <span>{refused}</span>
        </div>
      )}
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        onInput={(event) => {
          onTyping();
          if (Object.keys(wrong).length > 0) setWrong(missingIn(event.currentTarget));
        }}
      >
        <PlainField
          id="user_name"
          hidden={asksCode}
          label={t('auth.user_name')}
          error={wrong.user_name}
          autoFocus
          autoComplete="username"
          maxLength={254}
          dir="auto"
        />
        <PlainPassword
          id="password"
          ref={password}
          hidden={asksCode}
          label={t('auth.password')}
          error={wrong.password}
          autoComplete="current-password"
        />
        {asksCode && (
          <SignInCode
            {...{ recovery, error: wrong.code, inputRef: code }}
            onSwitch={() => {
              setRecovery(!recovery);
              setWrong({});
            }}
          />
        )}
        <button type="submit" className="sg-plain-main" aria-disabled={busy}>
          {busy && <Icon of={LoadingOutlined} />}
          {t('auth.sign_in')}
        </button>
        {!asksCode && passkeysWork() && (
          <button type="button" className="sg-plain-second" disabled={busy} onClick={() => void byPasskey()}>
            <Icon of={KeyOutlined} />
            {t('auth.passkey')}
          </button>
        )}
      </form>
      {asksCode ? (
        <div className="sg-auth-links">
          <button type="button" className="sg-plain-link" onClick={back}>
            {t('auth.code_back')}
          </button>
        </div>
      ) : (
        <div className="sg-auth-links">
          <Link to="/forgot">{t('auth.forgot')}</Link>
          <span>
            {t('auth.no_account')} <Link to="/registration">{t('auth.register')}</Link>
          </span>
        </div>
      )}
      {expired && (
        <Suspense fallback={null}>
          <SessionExpired />
        </Suspense>
      )}
    </AuthFrame>
  );
}
