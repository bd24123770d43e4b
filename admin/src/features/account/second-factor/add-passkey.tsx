import { Alert, Button, Form, Input } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/api-error';
import { errorText } from '@/api/error-text';
import { useRequest } from '@/components/use-request';
import { isCancelledByUser } from '@/features/auth/passkey';
import { parseDevice } from '../device';
import { ReauthenticationForm } from './reauthentication-form';
import { requiresCurrentPassword, secondFactorApi, type Reauthentication } from './second-factor-api';

/**
 * Asks for a name, then the device. Reauthenticates if required, always with an authenticator app (`asksCode`).
 * `isFirst`: the account has no second factor yet.
 */
export function AddPasskey(props: { asksCode: boolean; isFirst: boolean; onDone: () => void }) {
  const { asksCode, isFirst, onDone } = props;
  const { t } = useTranslation();
  const [name, setName] = useState<string | null>(null);
  const [needsReauthentication, setNeedsReauthentication] = useState(asksCode);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);

  const add = async (label: string, proof: Reauthentication) => {
    setErrorMessage(null);
    try {
      await secondFactorApi.addPasskey(label, proof);
      onDone();
    } catch (error) {
      if (requiresCurrentPassword(error) && !needsReauthentication) setNeedsReauthentication(true);
      else if (error instanceof ApiError && needsReauthentication) throw error;
      else if (error instanceof ApiError) setErrorMessage(errorText(t, error));
      else {
        // A retry needs a new challenge, and with it a new reauthentication.
        setName(null);
        setErrorMessage(t(isCancelledByUser(error) ? 'passkeys.cancelled' : 'passkeys.device_failed'));
      }
    }
  };
  const handleName = async (label: string) => {
    setName(label);
    if (!needsReauthentication) await add(label, {});
  };
  if (needsReauthentication && name !== null)
    return (
      <ReauthenticationForm
        text={t(asksCode ? 'passkeys.proof_both' : 'second_factor.proof_text')}
        asksCode={asksCode}
        button={t('passkeys.add')}
        onSubmit={(proof) => add(name, proof)}
      />
    );
  return <NameForm errorMessage={errorMessage} isFirst={isFirst} onSubmit={handleName} />;
}

function NameForm(props: { errorMessage: string | null; isFirst: boolean; onSubmit: (name: string) => Promise<void> }) {
  const { t } = useTranslation();
  const { busy, run } = useRequest();
  const submit = ({ name }: { name: string }) => run(() => props.onSubmit(name.trim()));
  return (
    <Form
      layout="vertical"
      requiredMark={false}
      onFinish={submit}
      className="sf-form"
      initialValues={{ name: suggestDeviceName(t) }}
    >
      <p>
        {t('passkeys.add_text')} {props.isFirst && t('second_factor.signs_out')}
      </p>
      {props.errorMessage && <Alert type="warning" showIcon message={props.errorMessage} role="alert" />}
      <PasskeyNameItem />
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('second_factor.next')}
      </Button>
    </Form>
  );
}

/** The form field `name`. */
export function PasskeyNameItem() {
  const { t } = useTranslation();
  return (
    <Form.Item
      name="name"
      label={t('passkeys.name')}
      extra={t('passkeys.name_help')}
      rules={[{ required: true, whitespace: true, message: t('passkeys.name_needed') }]}
    >
      <Input autoFocus maxLength={100} autoComplete="off" dir="auto" onFocus={(event) => event.target.select()} />
    </Form.Item>
  );
}

/** Suggests a name from the browser and system; '' if unknown. */
function suggestDeviceName(t: TFunction): string {
  const { browser, system } = parseDevice(navigator.userAgent);
  return browser && system ? t('settings.security.device', { browser, system }) : '';
}
