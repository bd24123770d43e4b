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
  /** Within the field's frame, at its end. */
  end?: ReactNode;
}

/** A field that looks like antd's large one, for the page that comes before antd. Its value is the input's own. */
export function PlainField({ label, error, hidden, end, ...input }: PlainFieldProps) {
  const says = `${input.id}_error`;
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
          {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': says })}
        />
        {end}
      </span>
      {/* No alert: the field that takes the focus then says it as its description, and would be heard twice. */}
      <div id={says} className="sg-error">
        {error}
      </div>
    </div>
  );
}

export function PlainPassword(props: PlainFieldProps) {
  const { t } = useTranslation();
  const [seen, setSeen] = useState(false);
  return (
    <PlainField
      maxLength={256}
      {...props}
      type={seen ? 'text' : 'password'}
      end={
        <button
          type="button"
          className="sg-eye sg-inline sg-center sg-soft"
          aria-label={t(seen ? 'auth.hide_password' : 'auth.show_password')}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setSeen(!seen)}
        >
          <Icon of={seen ? EyeOutlined : EyeInvisibleOutlined} />
        </button>
      }
    />
  );
}
