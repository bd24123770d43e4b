import { App, Button, Form, Input, Modal, Skeleton } from 'antd';
import { PlusOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Refusal } from '@/app/session/auth-api';
import { refusalWords } from '@/app/session/refusal-words';
import { formatInstant } from '@/kit/format';
import { FailedState } from '@/kit/states';
import { passkeysWork, wasCancelled } from '../auth/passkey';
import { ProofForm } from './proof-form';
import { secondFactorApi, type PasskeyRow, type SecondFactorState, type Shown } from './second-factor-api';
import { SECOND_FACTOR_QUERY } from './second-factor-section';

const PASSKEYS_QUERY = ['me', 'passkeys'] as const;

type Dialog = { kind: 'add' } | { kind: 'remove'; row: PasskeyRow };

/** What signs in without a password: a phone, a computer, a security stick. */
export function PasskeySection({ zone }: { zone: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [open, setOpen] = useState<Dialog | null>(null);
  const passkeys = useQuery({ queryKey: PASSKEYS_QUERY, queryFn: secondFactorApi.passkeys, retry: false });
  const state = useQuery({ queryKey: SECOND_FACTOR_QUERY, queryFn: secondFactorApi.state, retry: false });
  const close = () => {
    setOpen(null);
    void client.invalidateQueries({ queryKey: PASSKEYS_QUERY });
    void client.invalidateQueries({ queryKey: SECOND_FACTOR_QUERY });
  };
  const works = passkeysWork();
  if (!works && !passkeys.data?.length) return null;
  return (
    <>
      <h3>{t('passkeys.section')}</h3>
      <p>{t('passkeys.text')}</p>
      {passkeys.isError && <FailedState error={passkeys.error} retry={() => void passkeys.refetch()} />}
      {passkeys.isPending && <Skeleton active paragraph={{ rows: 1 }} />}
      {passkeys.data && passkeys.data.length > 0 && (
        <ul className="set-rows">
          {passkeys.data.map((row) => (
            <PasskeyItem key={row.id} row={row} zone={zone} remove={() => setOpen({ kind: 'remove', row })} />
          ))}
        </ul>
      )}
      {works && (
        <Button icon={<PlusOutlined aria-hidden />} onClick={() => setOpen({ kind: 'add' })}>
          {t('passkeys.add')}
        </Button>
      )}
      {open && state.data && <PasskeyDialog open={open} state={state.data} onClose={close} />}
    </>
  );
}

function PasskeyItem({ row, zone, remove }: { row: PasskeyRow; zone: string; remove: () => void }) {
  const { t, i18n } = useTranslation();
  const when = (instant: string) => formatInstant(instant, i18n.language, zone);
  return (
    <li>
      <span>
        <strong>
          <bdi>{row.name}</bdi>
        </strong>
        <small>
          {t('passkeys.added', { when: when(row.created_at) })} ·{' '}
          {row.last_used_at ? t('passkeys.used', { when: when(row.last_used_at) }) : t('passkeys.never_used')}
        </small>
      </span>
      <Button danger onClick={remove} aria-label={t('passkeys.remove_named', { name: row.name })}>
        {t('passkeys.remove')}
      </Button>
    </li>
  );
}

/** Password and code are asked for first where there is an app, else only when the server wants the password. */
function PasskeyDialog(props: { open: Dialog; state: SecondFactorState; onClose: () => void }) {
  const { open, state, onClose } = props;
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const [name, setName] = useState<string | null>(null);
  const [asksProof, setAsksProof] = useState(state.active);

  const act = async (label: string, shown: Shown) => {
    try {
      if (open.kind === 'add') await secondFactorApi.addPasskey(label, shown);
      else await secondFactorApi.removePasskey(open.row.id, shown);
      notification.success({ message: t(open.kind === 'add' ? 'passkeys.add_done' : 'passkeys.remove_done') });
      onClose();
    } catch (error) {
      if (error instanceof Refusal && error.code === 'current_password_needed' && !asksProof) setAsksProof(true);
      else if (error instanceof Refusal && asksProof) throw error;
      else if (error instanceof Refusal) notification.error({ message: refusalWords(t, error) });
      else notification.warning({ message: t(wasCancelled(error) ? 'passkeys.cancelled' : 'passkeys.device_failed') });
    }
  };
  const begin = async (label: string) => {
    setName(label);
    if (!asksProof) await act(label, {});
  };
  const title = open.kind === 'add' ? t('passkeys.add') : t('passkeys.remove_title', { name: open.row.name });
  const wantsProof = asksProof && (name !== null || open.kind === 'remove');
  return (
    <Modal open width={480} maskClosable={false} title={title} footer={null} onCancel={onClose}>
      {wantsProof && (
        <ProofForm
          text={t(state.active ? 'passkeys.proof_both' : 'second_factor.proof_text')}
          asksCode={state.active}
          danger={open.kind === 'remove'}
          button={t(open.kind === 'add' ? 'passkeys.add' : 'passkeys.remove')}
          submit={(shown) => act(name ?? '', shown)}
        />
      )}
      {!wantsProof && open.kind === 'add' && <NameForm begin={begin} />}
      {!wantsProof && open.kind === 'remove' && (
        <div className="sf-form">
          <p>{t('passkeys.remove_text')}</p>
          <Button type="primary" danger autoFocus onClick={() => void begin('')}>
            {t('passkeys.remove')}
          </Button>
        </div>
      )}
    </Modal>
  );
}

function NameForm({ begin }: { begin: (name: string) => Promise<void> }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const submit = async ({ name }: { name: string }) => {
    setBusy(true);
    await begin(name.trim());
    setBusy(false);
  };
  return (
    <Form layout="vertical" requiredMark={false} onFinish={submit} className="sf-form">
      <p>{t('passkeys.add_text')}</p>
      <Form.Item
        name="name"
        label={t('passkeys.name')}
        extra={t('passkeys.name_help')}
        rules={[{ required: true, whitespace: true, message: t('passkeys.name_needed') }]}
      >
        <Input autoFocus maxLength={100} autoComplete="off" dir="auto" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('second_factor.next')}
      </Button>
    </Form>
  );
}
