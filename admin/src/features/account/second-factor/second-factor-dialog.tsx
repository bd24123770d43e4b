import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Enrol } from './enrol';
import { ProofForm } from './proof-form';
import { RecoveryCodes } from './recovery-codes';
import { secondFactorApi } from './second-factor-api';

export type Task = 'set_up' | 'replace' | 'codes' | 'remove';

/** One change of the own second factor, from who sits there to what came of it. */
export function SecondFactorDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    // A stray click beside it would lose codes that are shown only once.
    <Modal
      open
      width={560}
      maskClosable={false}
      title={t(`second_factor.title.${task}`)}
      footer={null}
      onCancel={onClose}
    >
      {(task === 'set_up' || task === 'replace') && <Enrol replacing={task === 'replace'} done={onClose} />}
      {task === 'codes' && codes && <RecoveryCodes codes={codes} done={onClose} />}
      {task === 'codes' && !codes && (
        <ProofForm
          text={t('second_factor.renew_text')}
          asksCode
          button={t('second_factor.renew')}
          submit={async (shown) => setCodes((await secondFactorApi.renewCodes(shown)).recovery_codes)}
        />
      )}
      {task === 'remove' && (
        <ProofForm
          text={t('second_factor.remove_text')}
          asksCode
          danger
          button={t('second_factor.remove')}
          submit={async (shown) => {
            await secondFactorApi.remove(shown);
            onClose();
          }}
        />
      )}
    </Modal>
  );
}
