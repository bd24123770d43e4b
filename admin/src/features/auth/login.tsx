import CloseCircleFilled from '@ant-design/icons-svg/es/asn/CloseCircleFilled';
import KeyOutlined from '@ant-design/icons-svg/es/asn/KeyOutlined';
import LoadingOutlined from '@ant-design/icons-svg/es/asn/LoadingOutlined';
import { Suspense, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { lazyPage } from '@/components/lazy-page';
import { Icon } from '@/components/icon';
import { toAsciiDigits } from '@contract/digits';
import { ApiError } from '@/api/api-error';
import { login, safeRedirectPath, consumeExpiredFlag } from '@/api/session';
import { errorText } from '@/api/error-text';
import { AuthFrame } from './auth-frame';
import { signInWithPasskey, supportsPasskeys, isCancelledByUser } from './passkey';
import { PlainField, PlainPassword } from './plain-field';
import { SignInCode } from './sign-in-code';

const SessionExpired = lazyPage(() => import('./session-expired').then((m) => m.SessionExpired));
// Read once per page load, not per render.
const sessionHasExpired = consumeExpiredFlag();

type FieldName = 'user_name' | 'password' | 'code';
type FieldErrors = Partial<Record<FieldName, string>>;
const fieldValue = (form: HTMLFormElement, name: FieldName): string =>
  (form.elements.namedItem(name) as HTMLInputElement | null)?.value ?? '';

/**
 * User name and password, then a code if the account has a second factor. Both are sent together.
 * @param onTyping called with every change of the form
 */
export function LoginPage({ onTyping }: { onTyping: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const [asksCode, setAsksCode] = useState(false);
  const [recovery, setRecovery] = useState(false);
  const [busy, setBusy] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);

  const findMissing = (form: HTMLFormElement): FieldErrors => {
    const missing: FieldErrors = {};
    if (!fieldValue(form, 'user_name').trim()) missing.user_name = t('auth.user_name_required');
    if (!fieldValue(form, 'password')) missing.password = t('auth.password_required');
    if (asksCode && !fieldValue(form, 'code').trim())
      missing.code = t(recovery ? 'auth.recovery_code_required' : 'auth.code_required');
    return missing;
  };
  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const missing = findMissing(form);
    setFieldErrors(missing);
    const [firstField] = Object.keys(missing);
    if (firstField) return (form.elements.namedItem(firstField) as HTMLInputElement).focus();
    await signIn(
      () =>
        login(
          fieldValue(form, 'user_name').trim(),
          fieldValue(form, 'password'),
          asksCode ? toAsciiDigits(fieldValue(form, 'code')).trim() : undefined,
        ),
      (error) => {
        const reason = error instanceof ApiError ? error.code : '';
        if (reason === 'second_factor_needed') return setAsksCode(true);
        setErrorMessage(errorText(t, error));
        if (asksCode && reason !== 'login_failed') {
          code.current!.value = '';
          code.current!.focus();
        } else backToPassword();
      },
    );
  };
  const handlePasskey = () =>
    signIn(signInWithPasskey, (error) => {
      if (error instanceof ApiError) setErrorMessage(errorText(t, error));
      else if (!isCancelledByUser(error)) setErrorMessage(t('auth.passkey_failed'));
    });
  const signIn = async (authenticate: () => Promise<unknown>, onError: (error: unknown) => void) => {
    setBusy(true);
    setErrorMessage(null);
    try {
      await authenticate();
      void navigate(safeRedirectPath(params.get('to')), { replace: true });
    } catch (error) {
      setBusy(false);
      onError(error);
    }
  };
  // A wrong password must not look like an expired session: keep the name, clear the password.
  const backToPassword = () => {
    setAsksCode(false);
    setFieldErrors({});
    if (password.current) password.current.value = '';
    setTimeout(() => password.current?.focus());
  };

  return (
    <AuthFrame
      title={t(asksCode ? 'auth.code_title' : 'auth.login_title')}
      text={t(asksCode ? 'auth.code_text' : 'auth.login_text')}
    >
      {errorMessage && (
        <div className="sg-plain-alert sg-row sg-baseline sg-gap-8" role="alert">
          <Icon icon={CloseCircleFilled} />
          <span>{errorMessage}</span>
        </div>
      )}
      <form
        noValidate
        onSubmit={(event) => void handleSubmit(event)}
        onInput={(event) => {
          onTyping();
          if (Object.keys(fieldErrors).length > 0) setFieldErrors(findMissing(event.currentTarget));
        }}
      >
        <PlainField
          id="user_name"
          hidden={asksCode}
          label={t('auth.user_name')}
          error={fieldErrors.user_name}
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
          error={fieldErrors.password}
          autoComplete="current-password"
        />
        {asksCode && (
          <SignInCode
            {...{ recovery, error: fieldErrors.code, inputRef: code }}
            onSwitch={() => {
              setRecovery(!recovery);
              setFieldErrors({});
            }}
          />
        )}
        <button type="submit" className="sg-plain-main" aria-disabled={busy}>
          {busy && <Icon icon={LoadingOutlined} />}
          {t('auth.sign_in')}
        </button>
        {!asksCode && supportsPasskeys() && (
          <button type="button" className="sg-plain-second" disabled={busy} onClick={() => void handlePasskey()}>
            <Icon icon={KeyOutlined} />
            {t('auth.passkey')}
          </button>
        )}
      </form>
      {asksCode ? (
        <div className="sg-auth-links">
          <button type="button" className="sg-plain-link" onClick={backToPassword}>
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
      {sessionHasExpired && (
        <Suspense fallback={null}>
          <SessionExpired />
        </Suspense>
      )}
    </AuthFrame>
  );
}
