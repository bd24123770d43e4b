import { Checkbox } from 'antd';
import { useNotification } from '@refinedev/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { NoticeChoice, NoticeChoices } from '@contract/notices';
import { http } from '@/api/http';
import { apiKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { QueryState } from '@/components/states';
import { useErrorWords } from '@/components/words';
import { NoticeTable } from './notice-table';

const CHOICES = 'notices/choices';

/** What the signed-in person wants to be told, kept as it is ticked. */
export function OwnChoices() {
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  const errorWords = useErrorWords();
  const client = useQueryClient();
  const choices = useApiQuery(CHOICES);
  const choose = useMutation({
    mutationFn: async ({ kind, app, mail }: NoticeChoice) =>
      (await http.put<NoticeChoices>('/api/notices/choices', { choices: [{ kind, app, mail }] })).data,
    // It is ticked at once, and as it was where it could not be kept.
    onMutate: (choice) =>
      client.setQueryData<NoticeChoices>(
        apiKey(CHOICES),
        (was) => was && { ...was, choices: was.choices.map((each) => (each.kind === choice.kind ? choice : each)) },
      ),
    onSuccess: (now) => client.setQueryData(apiKey(CHOICES), now),
    onError: (error) => {
      notify?.({ type: 'error', message: errorWords(error) });
      void client.invalidateQueries({ queryKey: apiKey(CHOICES) });
    },
  });
  if (!choices.data) return <QueryState query={choices} rows={6} />;
  const { email } = choices.data;
  if (!choices.data.choices.length) return <p>{t('notices.own.no_staff')}</p>;
  return (
    <>
      <p>{email === null ? t('notices.own.no_email') : t('notices.own.text', { email })}</p>
      <NoticeTable fits heads={[t('notices.kind'), t('notices.app'), t('notices.mail')]}>
        {choices.data.choices.map((choice) => (
          <tr key={choice.kind}>
            <th scope="row">{t(`notices.kinds.${choice.kind}`)}</th>
            <td>
              <Tick
                choice={choice}
                way="app"
                locked={choice.app_offered ? null : t('notices.own.not_offered')}
                busy={choose.isPending}
                choose={choose.mutate}
              />
            </td>
            <td>
              <Tick
                choice={choice}
                way="mail"
                locked={lockOf(choice, email) && t(`notices.own.${lockOf(choice, email)!}`)}
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

/** Why the mail is not the reader's to choose; null: it is. */
function lockOf({ mail_offered }: NoticeChoice, email: string | null): 'not_offered' | 'always' | 'no_address' | null {
  if (mail_offered === 'off') return 'not_offered';
  if (email === null) return 'no_address';
  return mail_offered === 'always' ? 'always' : null;
}

interface TickProps {
  choice: NoticeChoice;
  way: 'app' | 'mail';
  locked: string | null;
  busy: boolean;
  choose: (choice: NoticeChoice) => void;
}

function Tick({ choice, way, locked, busy, choose }: TickProps) {
  const { t } = useTranslation();
  return (
    <Checkbox
      checked={choice[way]}
      disabled={busy || locked !== null}
      aria-label={`${t(`notices.kinds.${choice.kind}`)}: ${t(`notices.${way}`)}`}
      onChange={({ target }) => choose({ ...choice, [way]: target.checked })}
    >
      {locked !== null && <span className="sg-small sg-faint">{locked}</span>}
    </Checkbox>
  );
}
