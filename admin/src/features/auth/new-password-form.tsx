import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/api-error';
import { errorText } from '@/api/error-text';
import { useRequest } from '@/components/use-request';
import { usePasswordVisibility } from './use-password-visibility';

interface Values {
  current_password?: string;
  password: string;
  confirm: string;
}

/**
 * A new password and its repetition. `save` may throw `ApiError`.
 * `needsCurrent`: the server requires the current password (the sign-in is older than 10 minutes).
 */
export function NewPasswordForm(props: {
  userName?: string;
  needsCurrent?: boolean;
  save: (password: string, current?: string) => Promise<void>;
}) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const currentPasswordProps = usePasswordVisibility();
  const newPasswordProps = usePasswordVisibility();
  const confirmPasswordProps = usePasswordVisibility();

  const { busy, run } = useRequest((error) => {
    const fields = error instanceof ApiError ? error.errors : {};
    const knownErrors = Object.entries(fields).filter(([name]) => form.getFieldInstance(name) !== undefined);
    if (knownErrors.length > 0)
      form.setFields(knownErrors.map(([name, errors]) => ({ name: name as keyof Values, errors })));
    else setErrorMessage(errorText(t, error));
  });
  const submit = (values: Values) => {
    setErrorMessage(null);
    return run(() => props.save(values.password, values.current_password));
  };

  return (
    <>
      {errorMessage && <Alert type="error" showIcon message={errorMessage} role="alert" />}
      <Form form={form} layout="vertical" size="large" requiredMark={false} onFinish={submit}>
        {/* Tells password managers the user name. */}
        <input type="text" name="username" autoComplete="username" value={props.userName ?? ''} readOnly hidden />
        {props.needsCurrent && (
          <Form.Item
            name="current_password"
            label={t('auth.current_password')}
            rules={[{ required: true, message: t('auth.current_required') }]}
          >
            <Input.Password autoFocus autoComplete="current-password" maxLength={256} {...currentPasswordProps} />
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
          <Input.Password
            autoFocus={!props.needsCurrent}
            autoComplete="new-password"
            maxLength={256}
            {...newPasswordProps}
          />
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
          <Input.Password autoComplete="new-password" maxLength={256} {...confirmPasswordProps} />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('auth.save_password')}
        </Button>
      </Form>
    </>
  );
}
