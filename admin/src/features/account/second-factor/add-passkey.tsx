import { Alert, Button, Form, Input } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/api-error';
import { refusalWords } from '@/api/refusal-words';
import { useRequest } from '@/components/use-request';
import { wasCancelled } from '@/features/auth/passkey';
import { deviceOf } from '../device';
import { ProofForm } from './proof-form';
import { needsPassword, secondFactorApi, type Reauthentication } from './second-factor-api';

/**
 * A name, who sits there where the server wants to know (always once there is an authenticator app: `asksCode`), and the
 * device itself. `first`: nothing protects the account yet.
 */
export function AddPasskey(props: { asksCode: boolean; first: boolean; done: () => void }) {
  const { asksCode, first, done } = props;
  const { t } = useTranslation();
  const [name, setName] = useState<string | null>(null);
  const [asksProof, setAsksProof] = useState(asksCode);
  const [failed, setFailed] = useState<string | null>(null);

  const add = async (label: string, proof: Reauthentication) => {
    setFailed(null);
    try {
      await secondFactorApi.addPasskey(label, proof);
      done();
    } catch (error) {
      if (needsPassword(error) && !asksProof) setAsksProof(true);
      else if (error instanceof ApiError && asksProof) throw error;
      else if (error instanceof ApiError) setFailed(refusalWords(t, error));
      else {
        // Another answer of the device needs another challenge, and that the proof again.
        setName(null);
        setFailed(t(wasCancelled(error) ? 'passkeys.cancelled' : 'passkeys.device_failed'));
      }
    }
  };
  const begin = async (label: string) => {
    setName(label);
    if (!asksProof) await add(label, {});
  };
  if (asksProof && name !== null)
    return (
      <ProofForm
        text={t(asksCode ? 'passkeys.proof_both' : 'second_factor.proof_text')}
        asksCode={asksCode}
        button={t('passkeys.add')}
        submit={(proof) => add(name, proof)}
      />
    );
  return <NameForm failed={failed} first={first} begin={begin} />;
}

function NameForm(props: { failed: string | null; first: boolean; begin: (name: string) => Promise<void> }) {
  const { t } = useTranslation();
  const { busy, run } = useRequest();
  const submit = ({ name }: { name: string }) => run(() => props.begin(name.trim()));
  return (
    <Form
      layout="vertical"
      requiredMark={false}
      onFinish={submit}
      className="sf-form"
      initialValues={{ name: here(t) }}
    >
      <p>
        {t('passkeys.add_text')} {props.first && t('second_factor.signs_out')}
      </p>
      {props.failed && <Alert type="warning" showIcon message={props.failed} role="alert" />}
      <NameItem />
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('second_factor.next')}
      </Button>
    </Form>
  );
}

/** The field `name` of a form. */
export function NameItem() {
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

/** What is at hand, as a first word for it; '' where the browser does not say. */
function here(t: TFunction): string {
  const { browser, system } = deviceOf(navigator.userAgent);
  return browser && system ? t('settings.security.device', { browser, system }) : '';
}
