import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SetUpAuthenticator } from './set-up-authenticator';
import { ReauthenticationForm } from './reauthentication-form';
import { RecoveryCodes } from './recovery-codes';
import { secondFactorApi } from './second-factor-api';

export type SecondFactorTask = 'set_up' | 'replace' | 'codes' | 'remove';

/** One change of the own second factor. */
export function SecondFactorDialog({ task, onClose }: { task: SecondFactorTask; onClose: () => void }) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    // A click outside would lose codes that are shown only once.
    <Modal
      open
      width={560}
      maskClosable={false}
      title={t(`second_factor.title.${task}`)}
      footer={null}
      onCancel={onClose}
    >
      {(task === 'set_up' || task === 'replace') && (
        <SetUpAuthenticator isReplacing={task === 'replace'} onDone={onClose} />
      )}
      {task === 'codes' && codes && <RecoveryCodes codes={codes} onDone={onClose} />}
      {task === 'codes' && !codes && (
        <ReauthenticationForm
          text={t('second_factor.renew_text')}
          asksCode
          button={t('second_factor.renew')}
          onSubmit={async (proof) => setCodes((await secondFactorApi.renewCodes(proof)).recovery_codes)}
        />
      )}
      {task === 'remove' && (
        <ReauthenticationForm
          text={t('second_factor.remove_text')}
          asksCode
          danger
          button={t('second_factor.remove')}
          onSubmit={async (proof) => {
            await secondFactorApi.remove(proof);
            onClose();
          }}
        />
      )}
    </Modal>
  );
}
