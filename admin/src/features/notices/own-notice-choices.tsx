import { Checkbox } from 'antd';
import { useNotification } from '@refinedev/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { NoticeChoice, NoticeChoicesResponse } from '@contract/notices';
import { http } from '@/api/http';
import { apiKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { QueryState } from '@/components/state-panels';
import { useErrorText } from '@/components/resource-labels';
import { NoticeTable } from './notice-table';

const CHOICES_PATH = 'notices/choices';

/** The current user's notice choices, saved on each tick. */
export function OwnNoticeChoices() {
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  const errorText = useErrorText();
  const client = useQueryClient();
  const choices = useApiQuery(CHOICES_PATH);
  const choose = useMutation({
    mutationFn: async ({ kind, app, mail }: NoticeChoice) =>
      (await http.put<NoticeChoicesResponse>('/api/notices/choices', { choices: [{ kind, app, mail }] })).data,
    // Optimistic update; an error refetches the stored choices.
    onMutate: (choice) =>
      client.setQueryData<NoticeChoicesResponse>(
        apiKey(CHOICES_PATH),
        (current) =>
          current && {
            ...current,
            choices: current.choices.map((each) => (each.kind === choice.kind ? choice : each)),
          },
      ),
    onSuccess: (response) => client.setQueryData(apiKey(CHOICES_PATH), response),
    onError: (error) => {
      notify?.({ type: 'error', message: errorText(error) });
      void client.invalidateQueries({ queryKey: apiKey(CHOICES_PATH) });
    },
  });
  if (!choices.data) return <QueryState query={choices} rows={6} />;
  const { email } = choices.data;
  if (!choices.data.choices.length) return <p>{t('notices.own.no_staff')}</p>;
  return (
    <>
      <p>{email === null ? t('notices.own.no_email') : t('notices.own.text', { email })}</p>
      <NoticeTable wraps heads={[t('notices.kind'), t('notices.app'), t('notices.mail')]}>
        {choices.data.choices.map((choice) => (
          <tr key={choice.kind}>
            <th scope="row">{t(`notices.kinds.${choice.kind}`)}</th>
            <td>
              <ChannelCheckbox
                choice={choice}
                channel="app"
                lockReason={choice.app_offered ? null : t('notices.own.not_offered')}
                busy={choose.isPending}
                choose={choose.mutate}
              />
            </td>
            <td>
              <ChannelCheckbox
                choice={choice}
                channel="mail"
                lockReason={findLockReason(choice, email) && t(`notices.own.${findLockReason(choice, email)!}`)}
                busy={choose.isPending}
                choose={choose.mutate}
              />
            </td>
          </tr>
        ))}
      </NoticeTable>
    </>
  );
}

/** Why the user cannot choose the mail; null when they can. */
function findLockReason(
  { mail_offered }: NoticeChoice,
  email: string | null,
): 'not_offered' | 'always' | 'no_address' | null {
  if (mail_offered === 'off') return 'not_offered';
  if (email === null) return 'no_address';
  return mail_offered === 'always' ? 'always' : null;
}

interface ChannelCheckboxProps {
  choice: NoticeChoice;
  channel: 'app' | 'mail';
  lockReason: string | null;
  busy: boolean;
  choose: (choice: NoticeChoice) => void;
}

function ChannelCheckbox({ choice, channel, lockReason, busy, choose }: ChannelCheckboxProps) {
  const { t } = useTranslation();
  return (
    <Checkbox
      checked={choice[channel]}
      disabled={busy || lockReason !== null}
      aria-label={`${t(`notices.kinds.${choice.kind}`)}: ${t(`notices.${channel}`)}`}
      onChange={({ target }) => choose({ ...choice, [channel]: target.checked })}
    >
      {lockReason !== null && <span className="sg-small sg-faint">{lockReason}</span>}
    </Checkbox>
  );
}
