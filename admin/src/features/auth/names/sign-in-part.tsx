import { useState } from 'react';
import { Alert, Button } from 'antd';
import { useNotification } from '@refinedev/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Me, PendingNames } from '@contract/account-answers';
import { http } from '@/api/http';
import { Facts } from '@/crud/show/facts';
import { formatInstant } from '@/components/format';
import { ME_KEY } from '@/api/me';
import { useErrorWords } from '@/components/words';
import { NamesDialog } from './names-dialog';
import './names.css';

/** What one signs in with, and what waits for its confirmation. */
export function SignInPart({ me }: { me: Me }) {
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);

  function close(sent: PendingNames | null): void {
    setOpen(false);
    if (!sent) return;
    notify?.({ type: 'success', message: t('names.sent', { email: sent.sent_to }) });
    void client.invalidateQueries({ queryKey: ME_KEY });
  }

  return (
    <>
      <p>{t('names.section_text')}</p>
      <Facts
        facts={(['user_name', 'email'] as const).map((name) => ({
          key: name,
          label: t(`names.${name}`),
          children: <bdi>{me[name]}</bdi>,
        }))}
      />
      {me.sign_in_change && <Pending change={me.sign_in_change} zone={me.time_zone} />}
      <Button onClick={() => setOpen(true)}>{t('names.change')}</Button>
      {open && <NamesDialog me={me} onClose={close} />}
    </>
  );
}

function Pending({ change, zone }: { change: PendingNames; zone: string }) {
  const { t, i18n } = useTranslation();
  const { open: notify } = useNotification();
  const errorWords = useErrorWords();
  const client = useQueryClient();
  const texts = {
    onSuccess: (message: string) => notify?.({ type: 'success', message }),
    onError: (error: unknown) => notify?.({ type: 'error', message: errorWords(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: ME_KEY }),
  };
  const resend = useMutation({
    mutationFn: async () => {
      const { data } = await http.post<PendingNames>('/api/me/sign-in-change/resend');
      return t('names.resent', { email: data.sent_to });
    },
    ...texts,
  });
  const cancel = useMutation({
    mutationFn: async () => {
      await http.delete('/api/me/sign-in-change');
      return t('names.cancelled');
    },
    ...texts,
  });
  const busy = resend.isPending || cancel.isPending;
  const when = formatInstant(change.expires_at, i18n.language, zone);
  return (
    <Alert
      type="info"
      showIcon
      className="set-names-pending"
      message={t('names.pending_title')}
      description={
        <>
          <ul className="sg-dots sg-any">
            {change.email && <li>{t('names.pending_email', { email: change.email })}</li>}
            {change.user_name && <li>{t('names.pending_user_name', { user_name: change.user_name })}</li>}
          </ul>
          {t('names.pending_sent', { email: change.sent_to, when })}
          <div className="sg-mt-16 sg-wrap sg-gap-8">
            <Button loading={resend.isPending} disabled={busy} onClick={() => resend.mutate()}>
              {t('names.resend')}
            </Button>
            <Button danger loading={cancel.isPending} disabled={busy} onClick={() => cancel.mutate()}>
              {t('names.cancel_change')}
            </Button>
          </div>
        </>
      }
    />
  );
}
