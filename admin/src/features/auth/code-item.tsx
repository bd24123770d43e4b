import { Button, Form, type InputRef } from 'antd';
import { useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { DigitsInput } from '@/components/digits-input';
import './code-item.css';

/** The form field `code`: a code of the authenticator app, or a recovery code. */
export function CodeItem({ inputRef, autoFocus = true }: { inputRef?: Ref<InputRef>; autoFocus?: boolean }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const [recovery, setRecovery] = useState(false);
  return (
    <Form.Item label={t(recovery ? 'auth.recovery_code' : 'auth.code')} htmlFor="code">
      <Form.Item
        noStyle
        name="code"
        rules={[
          {
            required: true,
            whitespace: true,
            message: t(recovery ? 'auth.recovery_code_required' : 'auth.code_required'),
          },
        ]}
      >
        <DigitsInput
          key={String(recovery)}
          ref={inputRef}
          id="code"
          autoFocus={autoFocus}
          autoComplete="one-time-code"
          inputMode={recovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          dir="ltr"
          className="sg-code-input"
        />
      </Form.Item>
      <Button
        type="link"
        className="sg-code-other"
        onClick={() => {
          setRecovery(!recovery);
          form.setFields([{ name: 'code', value: '', errors: [], touched: false }]);
        }}
      >
        {t(recovery ? 'auth.use_app' : 'auth.use_recovery')}
      </Button>
    </Form.Item>
  );
}
