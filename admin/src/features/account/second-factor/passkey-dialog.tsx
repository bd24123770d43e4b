import { Alert, Button, Form, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PasskeyRow, SecondFactorState } from '@contract/account-answers';
import { refusalWords } from '@/api/refusal-words';
import { useRequest } from '@/components/use-request';
import { AddPasskey, NameItem } from './add-passkey';
import { ProofForm } from './proof-form';
import { needsPassword, secondFactorApi, type Reauthentication } from './second-factor-api';

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
  const { busy, error, run } = useRequest((refusal) => {
    const errors = refusal.errors?.name;
    if (errors) form.setFields([{ name: 'name', errors }]);
  });
  const save = ({ name }: { name: string }) =>
    run(async () => {
      await secondFactorApi.renamePasskey(row.id, name.trim());
      done();
    });
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={save} className="sf-form" initialValues={row}>
      {error && !error.errors?.name && <Alert type="error" showIcon message={refusalWords(t, error)} role="alert" />}
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
  const { busy, error, run } = useRequest();
  const remove = async (proof: Reauthentication) => {
    await secondFactorApi.removePasskey(row.id, proof);
    done();
  };
  const begin = () =>
    run(async () => {
      try {
        await remove({});
      } catch (refusal) {
        if (!needsPassword(refusal)) throw refusal;
        setAsksProof(true);
      }
    });
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
      {error && <Alert type="error" showIcon message={refusalWords(t, error)} role="alert" />}
      <Button type="primary" danger autoFocus loading={busy} onClick={() => void begin()}>
        {t('passkeys.remove')}
      </Button>
    </div>
  );
}
