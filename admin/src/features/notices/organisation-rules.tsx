import { Checkbox, Flex, Select } from 'antd';
import { useNotification } from '@refinedev/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NOTICE_DAYS_MAX, NOTICE_MAIL_RULES, type NoticeRule, type NoticeSettingsAnswer } from '@contract/notices';
import { http } from '@/api/http';
import { apiKey, dataKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { NumberInput } from '@/components/number-input';
import { QueryState } from '@/components/states';
import { useErrorWords } from '@/components/words';
import { NoticeTable } from './notice-table';

const RULES = 'settings/notices';
const DAYS = ['due_soon_days', 'expiring_days'] as const;
type Change = Partial<Pick<NoticeSettingsAnswer, (typeof DAYS)[number]>> & { rules?: NoticeRule[] };

/** What everybody in the organisation is told; each change is kept at once, and alone, so that none overwrites another. */
export function OrganisationRules() {
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  const errorWords = useErrorWords();
  const client = useQueryClient();
  const rules = useApiQuery(RULES);
  const save = useMutation({
    mutationFn: async (change: Change) =>
      (await http.patch<NoticeSettingsAnswer>('/api/settings/notices', change)).data,
    onSuccess: (now) => {
      client.setQueryData(apiKey(RULES), now);
      // What may be chosen, and what is to come, depend on it.
      void client.invalidateQueries({ queryKey: apiKey('notices/choices') });
      void client.invalidateQueries({ queryKey: dataKey('settings', 'settings/notices/preview') });
      notify?.({ type: 'success', message: t('notices.org.saved') });
    },
    onError: (error) => notify?.({ type: 'error', message: errorWords(error) }),
  });
  if (!rules.data) return <QueryState query={rules} rows={6} />;
  const settings = rules.data;
  const keep = (rule: NoticeRule) => save.mutate({ rules: [rule] });
  return (
    <>
      <p>{t('notices.org.text')}</p>
      <Flex wrap gap={32}>
        {DAYS.map((name) => (
          <label key={name} className="sg-stack sg-gap-4">
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
      </Flex>
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
