import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainField } from './plain-field';
import './code-item.css';

/** An authenticator or recovery code. `CodeItem` is the same for antd forms. */
export function SignInCode(props: {
  recovery: boolean;
  error: string | undefined;
  inputRef: Ref<HTMLInputElement>;
  onSwitch: () => void;
}) {
  const { recovery } = props;
  const { t } = useTranslation();
  return (
    <>
      <PlainField
        key={String(recovery)}
        id="code"
        ref={props.inputRef}
        label={t(recovery ? 'auth.recovery_code' : 'auth.code')}
        error={props.error}
        autoFocus
        autoComplete="one-time-code"
        inputMode={recovery ? 'text' : 'numeric'}
        maxLength={40}
        dir="ltr"
        className="sg-code-input"
      />
      <button type="button" className="sg-plain-link sg-code-other" onClick={props.onSwitch}>
        {t(recovery ? 'auth.use_app' : 'auth.use_recovery')}
      </button>
    </>
  );
}
