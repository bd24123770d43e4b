import { Checkbox, Select, Skeleton } from 'antd';
import { useNotification } from '@refinedev/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NOTICE_DAYS_MAX, NOTICE_MAIL_RULES, type NoticeRule, type NoticeSettingsAnswer } from '@contract/notices';
import { http } from '@/api/http';
import { read } from '@/api/read';
import { NumberInput } from '@/components/number-input';
import { FailedState } from '@/components/states';
import { useErrorWords } from '@/components/words';
import { NoticeTable } from './notice-table';

const RULES = ['notice-settings'] as const;
const DAYS = ['due_soon_days', 'expiring_days'] as const;
type Change = Partial<Pick<NoticeSettingsAnswer, (typeof DAYS)[number]>> & { rules?: NoticeRule[] };

/** What everybody in the organisation is told; each change is kept at once, and alone, so that none overwrites another. */
export function OrganisationRules() {
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  const errorWords = useErrorWords();
  const client = useQueryClient();
  const rules = useQuery({ queryKey: RULES, queryFn: () => read('settings/notices') });
  const save = useMutation({
    mutationFn: async (change: Change) =>
      (await http.patch<NoticeSettingsAnswer>('/api/settings/notices', change)).data,
    onSuccess: (now) => {
      client.setQueryData(RULES, now);
      // What may be chosen, and what is to come, depend on it.
      void client.invalidateQueries({ queryKey: ['notice-choices'] });
      void client.invalidateQueries({ queryKey: ['notice-preview'] });
      notify?.({ type: 'success', message: t('notices.org.saved') });
    },
    onError: (error) => notify?.({ type: 'error', message: errorWords(error) }),
  });
  if (rules.isError) return <FailedState error={rules.error} retry={() => void rules.refetch()} />;
  if (!rules.data) return <Skeleton active paragraph={{ rows: 6 }} />;
  const settings = rules.data;
  const keep = (rule: NoticeRule) => save.mutate({ rules: [rule] });
  return (
    <>
      <p>{t('notices.org.text')}</p>
      <div className="ntc-days">
        {DAYS.map((name) => (
          <label key={name}>
            {t(`notices.org.${name}`)}
            <NumberInput
              key={settings[name]}
              defaultValue={settings[name]}
              min={1}
              max={NOTICE_DAYS_MAX}
              precision={0}
              onBlur={({ target }) => {
                const days = Number(target.value);
                if (days >= 1 && days !== settings[name]) save.mutate({ [name]: Math.min(days, NOTICE_DAYS_MAX) });
              }}
              onPressEnter={({ currentTarget }) => currentTarget.blur()}
            />
          </label>
        ))}
      </div>
      <NoticeTable heads={[t('notices.kind'), t('notices.app'), t('notices.mail')]}>
        {settings.rules.map((rule) => (
          <tr key={rule.kind}>
            <th scope="row">{t(`notices.kinds.${rule.kind}`)}</th>
            <td>
              <Checkbox
                checked={rule.app}
                disabled={save.isPending}
                aria-label={`${t('notices.org.title')}: ${t(`notices.kinds.${rule.kind}`)}: ${t('notices.app')}`}
                onChange={({ target }) => keep({ ...rule, app: target.checked })}
              />
            </td>
            <td>
              <Select
                value={rule.mail}
                disabled={save.isPending}
                popupMatchSelectWidth={false}
                aria-label={`${t('notices.org.title')}: ${t(`notices.kinds.${rule.kind}`)}: ${t('notices.mail')}`}
                options={NOTICE_MAIL_RULES.map((value) => ({ value, label: t(`notices.org.mails.${value}`) }))}
                onChange={(mail) => keep({ ...rule, mail })}
              />
            </td>
          </tr>
        ))}
      </NoticeTable>
    </>
  );
}
