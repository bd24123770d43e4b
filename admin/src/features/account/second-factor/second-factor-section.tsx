import { Button, Flex } from 'antd';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondFactorState } from '@contract/account-answers';
import { apiKey } from '@/api/query-keys';
import { formatInstant } from '@/components/format';
import { QueryState } from '@/components/states';
import { secondFactorApi } from './second-factor-api';
import { SecondFactorDialog, type Task } from './second-factor-dialog';
import './second-factor.css';

export const secondFactorKey = () => apiKey('me/second-factor');
/** Setting one up, replacing or removing it ends the other sessions, which are listed below. */
export function useProtectionChanged(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: secondFactorKey() });
    void client.invalidateQueries({ queryKey: apiKey('me/sessions') });
  };
}

/** So few recovery codes that new ones should be made. */
const FEW = 3;

/** What protects the own account besides the password. */
export function SecondFactorSection({ zone }: { zone: string }) {
  const { t } = useTranslation();
  const protectionChanged = useProtectionChanged();
  const [task, setTask] = useState<Task | null>(null);
  const state = useQuery({ queryKey: secondFactorKey(), queryFn: secondFactorApi.state });
  const close = () => {
    setTask(null);
    protectionChanged();
  };
  return (
    <>
      <h3>{t('second_factor.section')}</h3>
      <QueryState query={state} rows={2} />
      {state.data && <Standing state={state.data} zone={zone} begin={setTask} />}
      {task && <SecondFactorDialog task={task} onClose={close} />}
    </>
  );
}

function Standing(props: { state: SecondFactorState; zone: string; begin: (task: Task) => void }) {
  const { state, zone, begin } = props;
  const { t, i18n } = useTranslation();
  const when = (instant: string | null) => (instant ? formatInstant(instant, i18n.language, zone) : '');
  if (!state.active)
    return (
      <>
        <p>{t('second_factor.off_text')}</p>
        <Button type="primary" onClick={() => begin('set_up')}>
          {t('second_factor.set_up')}
        </Button>
      </>
    );
  const left = state.recovery_codes_left;
  return (
    <>
      <p>
        <span className="sg-pill">{t('second_factor.on')}</span>{' '}
        {t('second_factor.since', { when: when(state.confirmed_at) })}
      </p>
      <p className={left <= FEW ? 'sg-warning' : 'sg-faint'}>
        {t('second_factor.left', { count: left, when: when(state.recovery_codes_made_at) })}
        {left <= FEW && ` ${t('second_factor.few')}`}
      </p>
      <Flex wrap gap={8}>
        <Button onClick={() => begin('codes')}>{t('second_factor.renew')}</Button>
        <Button onClick={() => begin('replace')}>{t('second_factor.replace')}</Button>
        {!state.required && (
          <Button danger onClick={() => begin('remove')}>
            {t('second_factor.remove')}
          </Button>
        )}
      </Flex>
      {state.required && <p className="sg-faint">{t('second_factor.stays')}</p>}
    </>
  );
}
