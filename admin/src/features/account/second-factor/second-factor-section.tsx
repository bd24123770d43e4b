import { Button, Flex } from 'antd';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondFactorResponse } from '@contract/account.responses';
import { apiKey } from '@/api/query-keys';
import { formatInstant } from '@/components/format';
import { QueryState } from '@/components/state-panels';
import { secondFactorApi } from './second-factor-api';
import { SecondFactorDialog, type SecondFactorTask } from './second-factor-dialog';
import './second-factor.css';

export const secondFactorKey = () => apiKey('me/second-factor');
/** Every change of a second factor ends the other sessions, so their list is refetched too. */
export function useRefreshProtection(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: secondFactorKey() });
    void client.invalidateQueries({ queryKey: apiKey('me/sessions') });
  };
}

/** At this number of codes, new ones are suggested. */
const FEW_CODES = 3;

/** Setup and state of the authenticator app. */
export function SecondFactorSection({ zone }: { zone: string }) {
  const { t } = useTranslation();
  const refreshProtection = useRefreshProtection();
  const [task, setTask] = useState<SecondFactorTask | null>(null);
  const state = useQuery({ queryKey: secondFactorKey(), queryFn: secondFactorApi.state });
  const handleClose = () => {
    setTask(null);
    refreshProtection();
  };
  return (
    <>
      <h3>{t('second_factor.section')}</h3>
      <QueryState query={state} rows={2} />
      {state.data && <SecondFactorStatus state={state.data} zone={zone} onStart={setTask} />}
      {task && <SecondFactorDialog task={task} onClose={handleClose} />}
    </>
  );
}

function SecondFactorStatus(props: {
  state: SecondFactorResponse;
  zone: string;
  onStart: (task: SecondFactorTask) => void;
}) {
  const { state, zone, onStart } = props;
  const { t, i18n } = useTranslation();
  const when = (instant: string | null) => (instant ? formatInstant(instant, i18n.language, zone) : '');
  if (!state.active)
    return (
      <>
        <p>{t('second_factor.off_text')}</p>
        <Button type="primary" onClick={() => onStart('set_up')}>
          {t('second_factor.set_up')}
        </Button>
      </>
    );
  const codesLeft = state.recovery_codes_left;
  return (
    <>
      <p>
        <span className="sg-pill">{t('second_factor.on')}</span>{' '}
        {t('second_factor.since', { when: when(state.confirmed_at) })}
      </p>
      <p className={codesLeft <= FEW_CODES ? 'sg-warning' : 'sg-faint'}>
        {t('second_factor.left', { count: codesLeft, when: when(state.recovery_codes_made_at) })}
        {codesLeft <= FEW_CODES && ` ${t('second_factor.few')}`}
      </p>
      <Flex wrap gap={8}>
        <Button onClick={() => onStart('codes')}>{t('second_factor.renew')}</Button>
        <Button onClick={() => onStart('replace')}>{t('second_factor.replace')}</Button>
        {!state.required && (
          <Button danger onClick={() => onStart('remove')}>
            {t('second_factor.remove')}
          </Button>
        )}
      </Flex>
      {state.required && <p className="sg-faint">{t('second_factor.stays')}</p>}
    </>
  );
}
