import { Alert, Button, Form, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PasskeyRow, SecondFactorResponse } from '@contract/account.responses';
import { errorText } from '@/api/error-text';
import { useRequest } from '@/components/use-request';
import { AddPasskey, PasskeyNameItem } from './add-passkey';
import { ReauthenticationForm } from './reauthentication-form';
import { requiresCurrentPassword, secondFactorApi, type Reauthentication } from './second-factor-api';

export type PasskeyTask = { kind: 'add' } | { kind: 'rename' | 'remove'; row: PasskeyRow };

/** One change of the own passkeys. `onClose` receives a success message, or null. */
export function PasskeyDialog(props: {
  task: PasskeyTask;
  state: SecondFactorResponse;
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
        <AddPasskey asksCode={state.active} isFirst={!state.protected} onDone={() => onClose(t('passkeys.add_done'))} />
      )}
      {task.kind === 'rename' && <RenamePasskey row={task.row} onDone={() => onClose(t('passkeys.rename_done'))} />}
      {task.kind === 'remove' && (
        <RemovePasskey row={task.row} asksCode={state.active} onDone={() => onClose(t('passkeys.remove_done'))} />
      )}
    </Modal>
  );
}

function RenamePasskey({ row, onDone }: { row: PasskeyRow; onDone: () => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<{ name: string }>();
  const { busy, error, run } = useRequest((failure) => {
    const errors = failure.errors?.name;
    if (errors) form.setFields([{ name: 'name', errors }]);
  });
  const save = ({ name }: { name: string }) =>
    run(async () => {
      await secondFactorApi.renamePasskey(row.id, name.trim());
      onDone();
    });
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={save} className="sf-form" initialValues={row}>
      {error && !error.errors?.name && <Alert type="error" showIcon message={errorText(t, error)} role="alert" />}
      <PasskeyNameItem />
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('passkeys.rename_save')}
      </Button>
    </Form>
  );
}

/** With an authenticator app the user always reauthenticates, else only if the server requires it. */
function RemovePasskey({ row, asksCode, onDone }: { row: PasskeyRow; asksCode: boolean; onDone: () => void }) {
  const { t } = useTranslation();
  const [needsReauthentication, setNeedsReauthentication] = useState(asksCode);
  const { busy, error, run } = useRequest();
  const remove = async (proof: Reauthentication) => {
    await secondFactorApi.removePasskey(row.id, proof);
    onDone();
  };
  const handleRemove = () =>
    run(async () => {
      try {
        await remove({});
      } catch (failure) {
        if (!requiresCurrentPassword(failure)) throw failure;
        setNeedsReauthentication(true);
      }
    });
  if (needsReauthentication)
    return (
      <ReauthenticationForm
        text={`${t('passkeys.remove_text')} ${t(asksCode ? 'passkeys.proof_both' : 'second_factor.proof_text')}`}
        asksCode={asksCode}
        danger
        button={t('passkeys.remove')}
        onSubmit={remove}
      />
    );
  return (
    <div className="sf-form">
      <p>{t('passkeys.remove_text')}</p>
      {error && <Alert type="error" showIcon message={errorText(t, error)} role="alert" />}
      <Button type="primary" danger autoFocus loading={busy} onClick={() => void handleRemove()}>
        {t('passkeys.remove')}
      </Button>
    </div>
  );
}
