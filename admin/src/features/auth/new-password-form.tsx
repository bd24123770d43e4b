import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/api-error';
import { refusalWords } from '@/api/refusal-words';
import { useRequest } from '@/components/use-request';
import { usePasswordEye } from './password-eye';

interface Values {
  current_password?: string;
  password: string;
  confirm: string;
}

/**
 * New password and its repetition; the rule stands under the field from the start. `needsCurrent`: the server wants
 * the present password as well (a sign-in older than 10 minutes). `save` may throw `ApiError`.
 */
export function NewPasswordForm(props: {
  userName?: string;
  needsCurrent?: boolean;
  save: (password: string, current?: string) => Promise<void>;
}) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const [refused, setRefused] = useState<string | null>(null);
  const currentEye = usePasswordEye();
  const newEye = usePasswordEye();
  const confirmEye = usePasswordEye();

  const { busy, run } = useRequest((error) => {
    const fields = error instanceof ApiError ? error.errors : {};
    const known = Object.entries(fields).filter(([name]) => form.getFieldInstance(name) !== undefined);
    if (known.length > 0) form.setFields(known.map(([name, errors]) => ({ name: name as keyof Values, errors })));
    else setRefused(refusalWords(t, error));
  });
  const submit = (values: Values) => {
    setRefused(null);
    return run(() => props.save(values.password, values.current_password));
  };

  return (
    <>
      {refused && <Alert type="error" showIcon message={refused} role="alert" />}
      <Form form={form} layout="vertical" size="large" requiredMark={false} onFinish={submit}>
        {/* For password managers: whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={props.userName ?? ''} readOnly hidden />
        {props.needsCurrent && (
          <Form.Item
            name="current_password"
            label={t('auth.current_password')}
            rules={[{ required: true, message: t('auth.current_required') }]}
          >
            <Input.Password autoFocus autoComplete="current-password" maxLength={256} {...currentEye} />
          </Form.Item>
        )}
        <Form.Item
          name="password"
          label={t('auth.new_password')}
          extra={t('auth.rule')}
          validateTrigger="onBlur"
          rules={[
            { required: true, message: t('auth.password_required') },
            {
              validator: (_, value?: string) =>
                !value || [...value].length >= 12
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('auth.rule_length'))),
            },
          ]}
        >
          <Input.Password autoFocus={!props.needsCurrent} autoComplete="new-password" maxLength={256} {...newEye} />
        </Form.Item>
        <Form.Item
          name="confirm"
          label={t('auth.confirm_password')}
          dependencies={['password']}
          validateTrigger="onBlur"
          rules={[
            { required: true, message: t('auth.confirm_required') },
            ({ getFieldValue }) => ({
              validator: (_, value?: string) =>
                !value || value === getFieldValue('password')
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('auth.mismatch'))),
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={256} {...confirmEye} />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('auth.save_password')}
        </Button>
      </Form>
    </>
  );
}
