import { Alert, Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '@/api/api-error';
import { refusalWords } from '@/api/refusal-words';
import { useSession } from '@/api/use-session';
import { useRequest } from '@/components/use-request';
import { CodeItem } from '@/features/auth/code-item';
import { usePasswordEye } from '@/features/auth/password-eye';
import type { Reauthentication } from './second-factor-api';

/** What a refusal is about, where it is about a field of the form. */
const fieldOf = ({ errors }: ApiError) => (['current_password', 'code'] as const).find((name) => errors?.[name]);

/** The current password, and a code where there is a second factor already. `submit` may throw `ApiError`. */
export function ProofForm(props: {
  text: string;
  asksCode: boolean;
  button: string;
  danger?: boolean;
  submit: (proof: Reauthentication) => Promise<void>;
}) {
  const { t } = useTranslation();
  const { user } = useSession();
  const [form] = Form.useForm<Reauthentication>();
  const eye = usePasswordEye();

  const { busy, error, run } = useRequest((refusal) => {
    const field = fieldOf(refusal);
    if (field) form.setFields([{ name: field, value: '', errors: [refusalWords(t, refusal)] }]);
  });
  const submit = ({ current_password, code }: Reauthentication) =>
    run(() => props.submit({ ...(current_password && { current_password }), ...(code && { code: code.trim() }) }));

  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={submit} className="sf-form">
      <p>{props.text}</p>
      {error && !fieldOf(error) && <Alert type="error" showIcon message={refusalWords(t, error)} role="alert" />}
      <input type="text" name="username" autoComplete="username" value={user?.user_name ?? ''} readOnly hidden />
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
