import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Enrolment } from '@contract/account-answers';
import { refusalWords } from '@/api/refusal-words';
import { useRequest } from '@/components/use-request';
import { ProofForm } from './proof-form';
import { RecoveryCodes } from './recovery-codes';
import { ScanStep } from './scan-step';
import { needsPassword, secondFactorApi, type Reauthentication } from './second-factor-api';
import './second-factor.css';

/**
 * Sets up an authenticator app, or another one instead of it: who sits there, the key, the first code, the recovery codes.
 * The password is asked for only when the server wants it.
 */
export function Enrol({ replacing, done }: { replacing: boolean; done: () => void }) {
  const { t } = useTranslation();
  const [asksProof, setAsksProof] = useState(replacing);
  const { busy, error, run } = useRequest();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const start = async (proof: Reauthentication) => setEnrolment(await secondFactorApi.start(proof));
  const begin = () =>
    run(async () => {
      try {
        await start({});
      } catch (refusal) {
        if (!needsPassword(refusal)) throw refusal;
        setAsksProof(true);
      }
    });
  const confirm = async (code: string) => setCodes((await secondFactorApi.confirm(code)).recovery_codes);

  if (codes) return <RecoveryCodes codes={codes} done={done} />;
  if (enrolment) return <ScanStep enrolment={enrolment} confirm={confirm} />;
  if (asksProof)
    return (
      <ProofForm
        text={t(replacing ? 'second_factor.replace_text' : 'second_factor.proof_text')}
        asksCode={replacing}
        button={t('second_factor.next')}
        submit={start}
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
      {error && <Alert type="error" showIcon message={refusalWords(t, error)} role="alert" />}
      <Button type="primary" autoFocus loading={busy} onClick={() => void begin()}>
        {t('second_factor.begin')}
      </Button>
    </div>
  );
}
