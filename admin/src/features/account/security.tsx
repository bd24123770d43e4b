import { Button } from 'antd';
import { useNotification } from '@refinedev/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Me, SessionRow } from '@contract/account.responses';
import { http } from '@/api/http';
import { useSession } from '@/api/use-session';
import { apiKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { LinkButton } from '@/components/link-button';
import { formatInstant } from '@/components/format';
import { QueryState } from '@/components/state-panels';
import { useErrorText } from '@/components/resource-labels';
import { PasskeySection } from './second-factor/passkey-section';
import { SecondFactorRule } from './second-factor/second-factor-rule';
import { SecondFactorSection } from './second-factor/second-factor-section';
import { parseDevice } from './device';

/** Password, second factor, passkeys and active sessions. */
export function Security({ me }: { me: Me }) {
  const { role } = useSession();
  const { t } = useTranslation();
  return (
    <>
      <p>{t('settings.security.text', { name: me.user_name })}</p>
      <LinkButton to="/update-password">{t('menu.reset_password')}</LinkButton>
      <SecondFactorSection zone={me.time_zone} />
      <PasskeySection zone={me.time_zone} />
      {role === 'admin' && (
        <>
          <h3>{t('second_factor.rule_section')}</h3>
          <SecondFactorRule zone={me.time_zone} />
        </>
      )}
      <h3>{t('settings.security.where')}</h3>
      <SessionList zone={me.time_zone} />
    </>
  );
}

function SessionList({ zone }: { zone: string }) {
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  const errorText = useErrorText();
  const client = useQueryClient();
  const sessions = useApiQuery('me/sessions');
  const mutationHandlers = {
    onSuccess: (message: string) => {
      notify?.({ type: 'success', message });
      void client.invalidateQueries({ queryKey: apiKey('me/sessions') });
    },
    onError: (error: unknown) => {
      notify?.({ type: 'error', message: errorText(error) });
      void client.invalidateQueries({ queryKey: apiKey('me/sessions') });
    },
  };
  const endSession = useMutation({
    mutationFn: async (id: string) => {
      await http.delete(`/api/me/sessions/${encodeURIComponent(id)}`);
      return t('settings.security.ended');
    },
    ...mutationHandlers,
  });
  const endOtherSessions = useMutation({
    mutationFn: async () => {
      const { data } = await http.post<{ ended: number }>('/api/me/sessions/end-others');
      return t('settings.security.ended_others', { count: data.ended });
    },
    ...mutationHandlers,
  });
  if (!sessions.data) return <QueryState query={sessions} rows={3} />;
  const busy = endSession.isPending || endOtherSessions.isPending;
  return (
    <>
      <ul className="set-rows sg-lines sg-entries sg-whole">
        {sessions.data.map((session) => (
          <SessionItem
            key={session.id}
            session={session}
            zone={zone}
            busy={busy}
            onEnd={() => endSession.mutate(session.id)}
          />
        ))}
      </ul>
      {sessions.data.some(({ current }) => !current) && (
        <Button danger loading={endOtherSessions.isPending} disabled={busy} onClick={() => endOtherSessions.mutate()}>
          {t('settings.security.end_others')}
        </Button>
      )}
    </>
  );
}

const deviceKey = (browser: string | null, system: string | null): string => {
  if (browser) return system ? 'settings.security.device' : 'settings.security.device_browser';
  return system ? 'settings.security.device_system' : 'settings.security.device_unknown';
};

function SessionItem(props: { session: SessionRow; zone: string; busy: boolean; onEnd: () => void }) {
  const { session, zone, busy, onEnd } = props;
  const { t, i18n } = useTranslation();
  const { browser, system } = parseDevice(session.user_agent);
  const device = t(deviceKey(browser, system), { browser, system });
  const when = formatInstant(session.signed_in_at, i18n.language, zone);
  const lastSeen = formatInstant(session.last_seen_at, i18n.language, zone);
  return (
    <li>
      <span title={session.user_agent} dir={i18n.dir()}>
        <strong>{device}</strong> {session.current && <span className="sg-pill">{t('settings.security.here')}</span>}
        <small>
          {t('settings.security.signed_in', { when })} · {t('settings.security.last_seen', { when: lastSeen })} ·{' '}
          <bdi className="sg-mono">{session.address}</bdi>
        </small>
      </span>
      {!session.current && (
        <Button disabled={busy} onClick={onEnd} aria-label={t('settings.security.end_named', { device, when })}>
          {t('settings.security.end')}
        </Button>
      )}
    </li>
  );
}
