import { Alert, Button, Flex, Form, QRCode, type InputRef } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthenticatorSetup } from '@contract/account.responses';
import { errorText } from '@/api/error-text';
import { DigitsInput } from '@/components/digits-input';
import { useRequest } from '@/components/use-request';
import '@/features/auth/code-item.css';

/** The key as QR code and text, and the first code to confirm it. */
export function ScanStep(props: { setup: AuthenticatorSetup; onConfirm: (code: string) => Promise<void> }) {
  const { secret, uri } = props.setup;
  const { t } = useTranslation();
  const [form] = Form.useForm<{ code: string }>();
  const input = useRef<InputRef>(null);

  const { busy, error, run } = useRequest(() => {
    form.setFields([{ name: 'code', value: '', errors: [], touched: false }]);
    input.current?.focus();
  });
  const submit = ({ code }: { code: string }) => run(() => props.onConfirm(code.trim()));

  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={submit} className="sf-form">
      <p>{t('second_factor.scan_text')}</p>
      <Flex wrap align="center" gap="16px 24px">
        <div role="img" aria-label={t('second_factor.qr')}>
          {/* Dark on light in both modes: many apps cannot read inverted codes. */}
          <div aria-hidden>
            <QRCode type="svg" value={uri} size={196} color="#000000" bgColor="#ffffff" />
          </div>
        </div>
        <Flex vertical gap={6} flex="1 1 200px" className="sf-key">
          <span className="sg-medium">{t('second_factor.key')}</span>
          <code className="sg-mono" dir="ltr" data-testid="secret">
            {secret.match(/.{4}/g)?.join(' ')}
          </code>
          <small className="sg-small">{t('second_factor.key_help')}</small>
        </Flex>
      </Flex>
      {error && <Alert type="error" showIcon message={errorText(t, error)} role="alert" />}
      <Form.Item
        name="code"
        label={t('second_factor.first_code')}
        rules={[{ required: true, whitespace: true, message: t('auth.code_required') }]}
      >
        <DigitsInput
          ref={input}
          autoFocus
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          dir="ltr"
          className="sg-code-input"
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('second_factor.confirm')}
      </Button>
    </Form>
  );
}
