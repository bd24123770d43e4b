import EyeInvisibleOutlined from '@ant-design/icons-svg/es/asn/EyeInvisibleOutlined';
import EyeOutlined from '@ant-design/icons-svg/es/asn/EyeOutlined';
import { useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '@/components/icon';
import './password-eye.css';
import './plain-field.css';

export interface PlainFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  id: string;
  label: string;
  error: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  /** Inside the frame, at the end. */
  suffix?: ReactNode;
}

/** Looks like antd's large input, for pages that load before antd. Uncontrolled. */
export function PlainField({ label, error, hidden, suffix, ...input }: PlainFieldProps) {
  const errorId = `${input.id}_error`;
  return (
    <div className="sg-field" hidden={hidden}>
      <label htmlFor={input.id}>{label}</label>
      <span className="sg-field-frame sg-row" data-wrong={error !== undefined}>
        <input
          spellCheck={false}
          autoCapitalize="none"
          aria-required="true"
          {...input}
          name={input.id}
          {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': errorId })}
        />
        {suffix}
      </span>
      {/* Not an alert: the focused field already announces it as its description. */}
      <div id={errorId} className="sg-error">
        {error}
      </div>
    </div>
  );
}

export function PlainPassword(props: PlainFieldProps) {
  const { t } = useTranslation();
  const [isVisible, setIsVisible] = useState(false);
  return (
    <PlainField
      maxLength={256}
      {...props}
      type={isVisible ? 'text' : 'password'}
      suffix={
        <button
          type="button"
          className="sg-eye sg-inline sg-center sg-soft"
          aria-label={t(isVisible ? 'auth.hide_password' : 'auth.show_password')}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setIsVisible(!isVisible)}
        >
          <Icon icon={isVisible ? EyeOutlined : EyeInvisibleOutlined} />
        </button>
      }
    />
  );
}
