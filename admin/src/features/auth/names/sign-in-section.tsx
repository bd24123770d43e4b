import { useState } from 'react';
import { Alert, Button } from 'antd';
import { useNotification } from '@refinedev/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Me, PendingSignInChange } from '@contract/account.responses';
import { http } from '@/api/http';
import { DescriptionList } from '@/crud/show/description-list';
import { formatInstant } from '@/components/format';
import { ACCOUNT_KEY } from '@/api/account';
import { useErrorText } from '@/components/resource-labels';
import { NamesDialog } from './names-dialog';
import './names.css';

/** User name and e-mail for signing in, and a pending change of them. */
export function SignInSection({ me }: { me: Me }) {
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);

  function handleClose(sent: PendingSignInChange | null): void {
    setOpen(false);
    if (!sent) return;
    notify?.({ type: 'success', message: t('names.sent', { email: sent.sent_to }) });
    void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
  }

  return (
    <>
      <p>{t('names.section_text')}</p>
      <DescriptionList
        items={(['user_name', 'email'] as const).map((name) => ({
          key: name,
          label: t(`names.${name}`),
          children: <bdi>{me[name]}</bdi>,
        }))}
      />
      {me.sign_in_change && <PendingChange change={me.sign_in_change} zone={me.time_zone} />}
      <Button onClick={() => setOpen(true)}>{t('names.change')}</Button>
      {open && <NamesDialog me={me} onClose={handleClose} />}
    </>
  );
}

function PendingChange({ change, zone }: { change: PendingSignInChange; zone: string }) {
  const { t, i18n } = useTranslation();
  const { open: notify } = useNotification();
  const errorText = useErrorText();
  const client = useQueryClient();
  const mutationHandlers = {
    onSuccess: (message: string) => notify?.({ type: 'success', message }),
    onError: (error: unknown) => notify?.({ type: 'error', message: errorText(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: ACCOUNT_KEY }),
  };
  const resend = useMutation({
    mutationFn: async () => {
      const { data } = await http.post<PendingSignInChange>('/api/me/sign-in-change/resend');
      return t('names.resent', { email: data.sent_to });
    },
    ...mutationHandlers,
  });
  const cancel = useMutation({
    mutationFn: async () => {
      await http.delete('/api/me/sign-in-change');
      return t('names.cancelled');
    },
    ...mutationHandlers,
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
