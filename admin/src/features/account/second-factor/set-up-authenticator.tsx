import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthenticatorSetup } from '@contract/account.responses';
import { errorText } from '@/api/error-text';
import { useRequest } from '@/components/use-request';
import { ReauthenticationForm } from './reauthentication-form';
import { RecoveryCodes } from './recovery-codes';
import { ScanStep } from './scan-step';
import { requiresCurrentPassword, secondFactorApi, type Reauthentication } from './second-factor-api';
import './second-factor.css';

/** Sets up or replaces an authenticator app: reauthentication, key, first code, recovery codes. */
export function SetUpAuthenticator({ isReplacing, onDone }: { isReplacing: boolean; onDone: () => void }) {
  const { t } = useTranslation();
  const [needsReauthentication, setNeedsReauthentication] = useState(isReplacing);
  const { busy, error, run } = useRequest();
  const [setup, setSetup] = useState<AuthenticatorSetup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const start = async (proof: Reauthentication) => setSetup(await secondFactorApi.start(proof));
  const handleBegin = () =>
    run(async () => {
      try {
        await start({});
      } catch (failure) {
        if (!requiresCurrentPassword(failure)) throw failure;
        setNeedsReauthentication(true);
      }
    });
  const confirm = async (code: string) => setCodes((await secondFactorApi.confirm(code)).recovery_codes);

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (setup) return <ScanStep setup={setup} onConfirm={confirm} />;
  if (needsReauthentication)
    return (
      <ReauthenticationForm
        text={t(isReplacing ? 'second_factor.replace_text' : 'second_factor.proof_text')}
        asksCode={isReplacing}
        button={t('second_factor.next')}
        onSubmit={start}
      />
    );
  return (
    <div className="sf-form">
      <ol className="sf-steps">
        <li>{t('second_factor.step_1')}</li>
        <li>{t('second_factor.step_2')}</li>
        <li>{t('second_factor.step_3')}</li>
      </ol>
      <p>{t('second_factor.signs_out')}</p>
      {error && <Alert type="error" showIcon message={errorText(t, error)} role="alert" />}
      <Button type="primary" autoFocus loading={busy} onClick={() => void handleBegin()}>
        {t('second_factor.begin')}
      </Button>
    </div>
  );
}
