import { useState } from 'react';
import { Form, Input } from 'antd';
import type { Rule } from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import type { Me, PendingSignInChange } from '@contract/account.responses';
import { http } from '@/api/http';
import { FormDialog } from '@/crud/form/form-dialog';
import { usePasswordVisibility } from '../use-password-visibility';

interface Values {
  email: string;
  user_name: string;
  current_password?: string;
}

/** `onClose` receives the requested change, or null. The password is requested only if the server requires it. */
export function NamesDialog({ me, onClose }: { me: Me; onClose: (sent: PendingSignInChange | null) => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const [needsCurrent, setNeedsCurrent] = useState(false);
  const visibilityProps = usePasswordVisibility();
  const required = (message: string): Rule => ({ required: true, whitespace: true, message });
  const emailOnlyRule: Rule = {
    validator: (_, value?: string) => {
      const name = value?.trim().toLowerCase() ?? '';
      const email = String(form.getFieldValue('email') ?? '');
      const isCurrent = name === me.user_name.toLowerCase();
      return !name.includes('@') || isCurrent || name === email.trim().toLowerCase()
        ? Promise.resolve()
        : Promise.reject(new Error(t('names.at_sign')));
    },
  };
  return (
    <FormDialog
      form={form}
      title={t('names.dialog_title')}
      width={520}
      save={{ children: t('names.send') }}
      requiredMark={false}
      initialValues={{ email: me.email, user_name: me.user_name }}
      send={async ({ email, user_name, current_password }) => {
        const { data } = await http.post<PendingSignInChange>('/api/me/sign-in-change', {
          ...(email.trim() !== me.email && { email: email.trim() }),
          ...(user_name.trim() !== me.user_name && { user_name: user_name.trim() }),
          ...(current_password && { current_password }),
        });
        onClose(data);
      }}
      onError={({ code }) => {
        const isNeeded = code === 'current_password_needed';
        if (isNeeded) setNeedsCurrent(true);
        return isNeeded;
      }}
      onClose={() => onClose(null)}
    >
      <Form.Item
        name="email"
        label={t('names.email')}
        extra={t('names.email_help')}
        rules={[
          required(t('names.email_required')),
          { type: 'email', transform: (value: string) => value?.trim(), message: t('names.email_invalid') },
        ]}
      >
        <Input type="email" inputMode="email" autoComplete="email" maxLength={254} dir="ltr" autoFocus />
      </Form.Item>
      <Form.Item
        name="user_name"
        label={t('names.user_name')}
        extra={t('names.user_name_help')}
        dependencies={['email']}
        rules={[required(t('names.user_name_required')), emailOnlyRule]}
      >
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={254} dir="auto" />
      </Form.Item>
      {needsCurrent && (
        <Form.Item
          name="current_password"
          label={t('names.current_password')}
          extra={t('names.current_help')}
          rules={[{ required: true, message: t('names.current_required') }]}
        >
          <Input.Password autoFocus autoComplete="current-password" maxLength={256} {...visibilityProps} />
        </Form.Item>
      )}
    </FormDialog>
  );
}
