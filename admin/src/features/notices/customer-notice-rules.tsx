import { Checkbox, Flex, Select } from 'antd';
import { useNotification } from '@refinedev/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NOTICE_DAYS_MAX, NOTICE_MAIL_RULES, type NoticeRule, type NoticeSettingsResponse } from '@contract/notices';
import { http } from '@/api/http';
import { apiKey, dataKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { NumberInput } from '@/components/number-input';
import { QueryState } from '@/components/state-panels';
import { useErrorText } from '@/components/resource-labels';
import { NoticeTable } from './notice-table';

const RULES_PATH = 'settings/notices';
const DAY_FIELDS = ['due_soon_days', 'expiring_days'] as const;
type SettingsChange = Partial<Pick<NoticeSettingsResponse, (typeof DAY_FIELDS)[number]>> & { rules?: NoticeRule[] };

/** Notice rules of the customer. Each change is saved at once and alone, so that none overwrites another. */
export function CustomerNoticeRules() {
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  const errorText = useErrorText();
  const client = useQueryClient();
  const rules = useApiQuery(RULES_PATH);
  const save = useMutation({
    mutationFn: async (change: SettingsChange) =>
      (await http.patch<NoticeSettingsResponse>('/api/settings/notices', change)).data,
    onSuccess: (response) => {
      client.setQueryData(apiKey(RULES_PATH), response);
      // Own choices and the preview depend on the rules.
      void client.invalidateQueries({ queryKey: apiKey('notices/choices') });
      void client.invalidateQueries({ queryKey: dataKey('settings', 'settings/notices/preview') });
      notify?.({ type: 'success', message: t('notices.org.saved') });
    },
    onError: (error) => notify?.({ type: 'error', message: errorText(error) }),
  });
  if (!rules.data) return <QueryState query={rules} rows={6} />;
  const settings = rules.data;
  const saveRule = (rule: NoticeRule) => save.mutate({ rules: [rule] });
  return (
    <>
      <p>{t('notices.org.text')}</p>
      <Flex wrap gap={32}>
        {DAY_FIELDS.map((name) => (
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
                onChange={({ target }) => saveRule({ ...rule, app: target.checked })}
              />
            </td>
            <td>
              <Select
                value={rule.mail}
                disabled={save.isPending}
                popupMatchSelectWidth={false}
                aria-label={`${t('notices.org.title')}: ${t(`notices.kinds.${rule.kind}`)}: ${t('notices.mail')}`}
                options={NOTICE_MAIL_RULES.map((value) => ({ value, label: t(`notices.org.mails.${value}`) }))}
                onChange={(mail) => saveRule({ ...rule, mail })}
              />
            </td>
          </tr>
        ))}
      </NoticeTable>
    </>
  );
}
