import { Button, Flex } from 'antd';
import { useNotification } from '@refinedev/core';
import { PlusOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PasskeyRow } from '@contract/account.responses';
import { apiKey } from '@/api/query-keys';
import { formatInstant } from '@/components/format';
import { QueryState } from '@/components/state-panels';
import { supportsPasskeys } from '@/features/auth/passkey';
import { PasskeyDialog, type PasskeyTask } from './passkey-dialog';
import { secondFactorApi } from './second-factor-api';
import { secondFactorKey, useRefreshProtection } from './second-factor-section';

const passkeysKey = () => apiKey('me/passkeys');

/** The passkeys of the account. */
export function PasskeySection({ zone }: { zone: string }) {
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  const client = useQueryClient();
  const refreshProtection = useRefreshProtection();
  const [task, setTask] = useState<PasskeyTask | null>(null);
  const passkeys = useQuery({ queryKey: passkeysKey(), queryFn: secondFactorApi.passkeys });
  const state = useQuery({ queryKey: secondFactorKey(), queryFn: secondFactorApi.state });
  const handleClose = (message: string | null) => {
    setTask(null);
    if (message) notify?.({ type: 'success', message: message });
    void client.invalidateQueries({ queryKey: passkeysKey() });
    refreshProtection();
  };
  const isSupported = supportsPasskeys();
  if (!isSupported && !passkeys.data?.length) return null;
  return (
    <>
      <h3>{t('passkeys.section')}</h3>
      <p>{t('passkeys.text')}</p>
      <QueryState query={passkeys} rows={1} />
      {passkeys.data && passkeys.data.length > 0 && (
        <ul className="set-rows sg-lines sg-entries sg-whole">
          {passkeys.data.map((row) => (
            <PasskeyItem key={row.id} row={row} zone={zone} onStart={(kind) => setTask({ kind, row })} />
          ))}
        </ul>
      )}
      {isSupported && (
        <Button icon={<PlusOutlined aria-hidden />} onClick={() => setTask({ kind: 'add' })}>
          {t('passkeys.add')}
        </Button>
      )}
      {task && state.data && <PasskeyDialog task={task} state={state.data} onClose={handleClose} />}
    </>
  );
}

function PasskeyItem(props: { row: PasskeyRow; zone: string; onStart: (kind: 'rename' | 'remove') => void }) {
  const { row, zone, onStart } = props;
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
      <Flex wrap gap={8}>
        <Button onClick={() => onStart('rename')} aria-label={t('passkeys.rename_named', { name: row.name })}>
          {t('passkeys.rename')}
        </Button>
        <Button danger onClick={() => onStart('remove')} aria-label={t('passkeys.remove_named', { name: row.name })}>
          {t('passkeys.remove')}
        </Button>
      </Flex>
    </li>
  );
}
