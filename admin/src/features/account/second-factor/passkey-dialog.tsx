import { Alert, Button, Form, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PasskeyRow, SecondFactorState } from '@contract/account-answers';
import { ApiError } from '@/api/api-error';
import { refusalWords } from '@/api/refusal-words';
import { AddPasskey, NameItem } from './add-passkey';
import { ProofForm } from './proof-form';
import { secondFactorApi, type Shown } from './second-factor-api';

export type PasskeyTask = { kind: 'add' } | { kind: 'rename' | 'remove'; row: PasskeyRow };

/** One change of the own passkeys. `onClose` says what was done; null: nothing. */
export function PasskeyDialog(props: {
  task: PasskeyTask;
  state: SecondFactorState;
  onClose: (message: string | null) => void;
}) {
  const { task, state, onClose } = props;
  const { t } = useTranslation();
  const title =
    task.kind === 'add'
      ? t('passkeys.add')
      : t(`passkeys.${task.kind}_title`, { name: `\u2068${task.row.name}\u2069` });
  return (
    <Modal open width={480} maskClosable={false} title={title} footer={null} onCancel={() => onClose(null)}>
      {task.kind === 'add' && (
        <AddPasskey asksCode={state.active} first={!state.protected} done={() => onClose(t('passkeys.add_done'))} />
      )}
      {task.kind === 'rename' && <Rename row={task.row} done={() => onClose(t('passkeys.rename_done'))} />}
      {task.kind === 'remove' && (
        <Remove row={task.row} asksCode={state.active} done={() => onClose(t('passkeys.remove_done'))} />
      )}
    </Modal>
  );
}

function Rename({ row, done }: { row: PasskeyRow; done: () => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<{ name: string }>();
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async ({ name }: { name: string }) => {
    setBusy(true);
    setRefused(null);
    try {
      await secondFactorApi.renamePasskey(row.id, name.trim());
      done();
    } catch (error) {
      const errors = error instanceof ApiError ? error.errors['name'] : undefined;
      if (errors) form.setFields([{ name: 'name', errors }]);
      else setRefused(refusalWords(t, error));
      setBusy(false);
    }
  };
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={save} className="sf-form" initialValues={row}>
      {refused && <Alert type="error" showIcon message={refused} role="alert" />}
      <NameItem />
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('passkeys.rename_save')}
      </Button>
    </Form>
  );
}

/** Password and code are asked for first where there is an app, else only when the server wants the password. */
function Remove({ row, asksCode, done }: { row: PasskeyRow; asksCode: boolean; done: () => void }) {
  const { t } = useTranslation();
  const [asksProof, setAsksProof] = useState(asksCode);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const remove = async (shown: Shown) => {
    await secondFactorApi.removePasskey(row.id, shown);
    done();
  };
  const begin = async () => {
    setBusy(true);
    setRefused(null);
    try {
      await remove({});
    } catch (error) {
      if (error instanceof ApiError && error.code === 'current_password_needed') setAsksProof(true);
      else setRefused(refusalWords(t, error));
      setBusy(false);
    }
  };
  if (asksProof)
    return (
      <ProofForm
        text={`${t('passkeys.remove_text')} ${t(asksCode ? 'passkeys.proof_both' : 'second_factor.proof_text')}`}
        asksCode={asksCode}
        danger
        button={t('passkeys.remove')}
        submit={remove}
      />
    );
  return (
    <div className="sf-form">
      <p>{t('passkeys.remove_text')}</p>
      {refused && <Alert type="error" showIcon message={refused} role="alert" />}
      <Button type="primary" danger autoFocus loading={busy} onClick={() => void begin()}>
        {t('passkeys.remove')}
      </Button>
    </div>
  );
}
