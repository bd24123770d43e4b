import { useState } from 'react';
import { Button, Input } from 'antd';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { PracticalAssessmentResponse } from '@contract/practical.responses';
import type { Assessment } from './use-assessment';

type Props = { row: PracticalAssessmentResponse; assessment: Assessment };

/** The commands that the current user can run now. */
export function NextStep({ row, assessment }: Props) {
  const { t } = useTranslation();
  const can = (command: PracticalAssessmentResponse['commands'][number]) => row.commands.includes(command);
  return (
    <>
      {can('confirm') && <Confirm row={row} assessment={assessment} />}
      {can('confirm_in_person') && <ConfirmInPerson row={row} assessment={assessment} />}
      {row.state === 'given' && !can('confirm') && !can('confirm_in_person') && (
        <p className="sg-card">{t('assessments.waits', { name: row.staff_name })}</p>
      )}
      {can('withdraw') && <Withdraw row={row} assessment={assessment} />}
    </>
  );
}

function Confirm({ row, assessment }: Props) {
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  const confirm = async () => {
    if (await assessment.runCommand('confirm')) notify?.({ type: 'success', message: t('assessments.confirmed') });
  };
  return (
    <section className="sg-card sg-stack sg-gap-12">
      <p>{t('assessments.confirm_text', { name: row.assessor_name ?? '–' })}</p>
      <Button type="primary" size="large" loading={assessment.sending} onClick={() => void confirm()}>
        {t('assessments.confirm')}
      </Button>
    </section>
  );
}

/** The assessed person enters their own code on the assessor's device. */
function ConfirmInPerson({ row, assessment }: Props) {
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  const [code, setCode] = useState('');
  const confirm = async () => {
    if (await assessment.runCommand('confirm-in-person', { staff_code: code }))
      notify?.({ type: 'success', message: t('assessments.confirmed') });
  };
  return (
    <form
      className="sg-card sg-stack sg-gap-12"
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <p>{t('assessments.here_text', { name: row.staff_name })}</p>
      <label className="sg-stack sg-gap-4">
        <span className="sg-medium">{t('assessments.own_code')}</span>
        <Input
          size="large"
          autoComplete="off"
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </label>
      <Button type="primary" size="large" htmlType="submit" loading={assessment.sending} disabled={!code.trim()}>
        {t('assessments.confirm')}
      </Button>
    </form>
  );
}

function Withdraw({ assessment }: Props) {
  const { t } = useTranslation();
  const [asksReason, setAsksReason] = useState(false);
  const [reason, setReason] = useState('');
  if (!asksReason)
    return (
      <Button type="text" danger className="asm-withdraw" onClick={() => setAsksReason(true)}>
        {t('assessments.withdraw')}
      </Button>
    );
  return (
    <form
      className="sg-card sg-stack sg-gap-12"
      onSubmit={(event) => {
        event.preventDefault();
        void assessment.runCommand('withdraw', { reason });
      }}
    >
      <p>{t('assessments.withdraw_text')}</p>
      <label className="sg-stack sg-gap-4">
        <span className="sg-medium">{t('assessments.reason')}</span>
        <Input autoFocus maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </label>
      <div className="sg-row sg-wrap sg-gap-8">
        <Button onClick={() => setAsksReason(false)}>{t('kit.cancel')}</Button>
        <Button danger type="primary" htmlType="submit" loading={assessment.sending} disabled={!reason.trim()}>
          {t('assessments.withdraw')}
        </Button>
      </div>
    </form>
  );
}
