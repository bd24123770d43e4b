import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './password-eye.css';

/** Props for antd's `Input.Password`. Its own toggle is not reachable by keyboard and has no label. */
export function usePasswordVisibility(): {
  visibilityToggle: { visible: boolean };
  iconRender: (visible: boolean) => ReactNode;
} {
  const { t } = useTranslation();
  const [visible, setVisible] = useState(false);
  return {
    visibilityToggle: { visible },
    iconRender: (isVisible) => (
      <span className="sg-eye-place">
        <button
          type="button"
          className="sg-eye sg-inline sg-center sg-soft"
          aria-label={t(isVisible ? 'auth.hide_password' : 'auth.show_password')}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setVisible(!isVisible)}
        >
          {isVisible ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
        </button>
      </span>
    ),
  };
}
