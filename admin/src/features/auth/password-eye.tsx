import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './password-eye.css';

/**
 * Props for antd's `Input.Password`: its own eye is a span without a name that no keyboard reaches; this one is a
 * button that says what it does.
 */
export function usePasswordEye(): {
  visibilityToggle: { visible: boolean };
  iconRender: (visible: boolean) => ReactNode;
} {
  const { t } = useTranslation();
  const [visible, setVisible] = useState(false);
  return {
    visibilityToggle: { visible },
    iconRender: (shown) => (
      <span className="sg-eye-place">
        <button
          type="button"
          className="sg-eye sg-inline sg-center sg-soft"
          aria-label={t(shown ? 'auth.hide_password' : 'auth.show_password')}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setVisible(!shown)}
        >
          {shown ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
        </button>
      </span>
    ),
  };
}
