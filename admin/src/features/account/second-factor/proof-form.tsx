import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/api-error';
import { refusalWords } from '@/api/refusal-words';
import { readUser } from '@/api/storage';
import { CodeItem } from '@/features/auth/code-item';
import { usePasswordEye } from '@/features/auth/password-eye';
import type { Shown } from './second-factor-api';

/** The current password, and a code where there is a second factor already. `submit` may throw `ApiError`. */
export function ProofForm(props: {
  text: string;
  asksCode: boolean;
  button: string;
  danger?: boolean;
  submit: (shown: Shown) => Promise<void>;
}) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Shown>();
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const eye = usePasswordEye();

  const submit = async ({ current_password, code }: Shown) => {
    setBusy(true);
    setRefused(null);
    try {
      await props.submit({ ...(current_password && { current_password }), ...(code && { code: code.trim() }) });
    } catch (error) {
      const field =
        error instanceof ApiError && (['current_password', 'code'] as const).find((name) => error.errors[name]);
      if (field) form.setFields([{ name: field, value: '', errors: [refusalWords(t, error)] }]);
      else setRefused(refusalWords(t, error));
      setBusy(false);
    }
  };

  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={submit} className="sf-form">
      <p>{props.text}</p>
      {refused && <Alert type="error" showIcon message={refused} role="alert" />}
      <input type="text" name="username" autoComplete="username" value={readUser()?.user_name ?? ''} readOnly hidden />
      <Form.Item
        name="current_password"
        label={t('auth.current_password')}
        rules={[{ required: true, message: t('auth.current_required') }]}
      >
        <Input.Password autoFocus autoComplete="current-password" maxLength={256} {...eye} />
      </Form.Item>
      {props.asksCode && <CodeItem autoFocus={false} />}
      <Button type="primary" danger={props.danger ?? false} htmlType="submit" loading={busy}>
        {props.button}
      </Button>
    </Form>
  );
}
