import { Alert, Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '@/api/api-error';
import { errorText } from '@/api/error-text';
import { useSession } from '@/api/use-session';
import { useRequest } from '@/components/use-request';
import { CodeItem } from '@/features/auth/code-item';
import { usePasswordVisibility } from '@/features/auth/use-password-visibility';
import type { Reauthentication } from './second-factor-api';

/** The field that an error belongs to, if any. */
const errorField = ({ errors }: ApiError) => (['current_password', 'code'] as const).find((name) => errors?.[name]);

/** The current password, and a code if there is a second factor. `onSubmit` may throw `ApiError`. */
export function ReauthenticationForm(props: {
  text: string;
  asksCode: boolean;
  button: string;
  danger?: boolean;
  onSubmit: (proof: Reauthentication) => Promise<void>;
}) {
  const { t } = useTranslation();
  const { user } = useSession();
  const [form] = Form.useForm<Reauthentication>();
  const visibilityProps = usePasswordVisibility();

  const { busy, error, run } = useRequest((failure) => {
    const field = errorField(failure);
    if (field) form.setFields([{ name: field, value: '', errors: [errorText(t, failure)] }]);
  });
  const handleSubmit = ({ current_password, code }: Reauthentication) =>
    run(() => props.onSubmit({ ...(current_password && { current_password }), ...(code && { code: code.trim() }) }));

  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={handleSubmit} className="sf-form">
      <p>{props.text}</p>
      {error && !errorField(error) && <Alert type="error" showIcon message={errorText(t, error)} role="alert" />}
      <input type="text" name="username" autoComplete="username" value={user?.user_name ?? ''} readOnly hidden />
      <Form.Item
        name="current_password"
        label={t('auth.current_password')}
        rules={[{ required: true, message: t('auth.current_required') }]}
      >
        <Input.Password autoFocus autoComplete="current-password" maxLength={256} {...visibilityProps} />
      </Form.Item>
      {props.asksCode && <CodeItem autoFocus={false} />}
      <Button type="primary" danger={props.danger ?? false} htmlType="submit" loading={busy}>
        {props.button}
      </Button>
    </Form>
  );
}
