import { App, Flex, Switch } from 'antd';
import { useNotification } from '@refinedev/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '@/api/error-text';
import { apiKey } from '@/api/query-keys';
import { formatInstant } from '@/components/format';
import { QueryState } from '@/components/state-panels';
import { secondFactorApi } from './second-factor-api';
import { secondFactorKey } from './second-factor-section';

const ruleKey = () => apiKey('settings/security');

/** Whether all accounts of the customer need a second factor. For admins. */
export function SecondFactorRule({ zone }: { zone: string }) {
  const { t, i18n } = useTranslation();
  const { modal } = App.useApp();
  const { open: notify } = useNotification();
  const client = useQueryClient();
  const rule = useQuery({ queryKey: ruleKey(), queryFn: secondFactorApi.rule });
  const change = useMutation({
    mutationFn: secondFactorApi.setRequired,
    onSuccess: (saved) => {
      client.setQueryData(ruleKey(), saved);
      notify?.({
        type: 'success',
        message: t(saved.require_second_factor ? 'second_factor.rule_on' : 'second_factor.rule_off'),
      });
      void client.invalidateQueries({ queryKey: secondFactorKey() });
    },
    onError: (error) => notify?.({ type: 'error', message: errorText(t, error) }),
  });
  const confirmChange = (required: boolean) =>
    modal.confirm({
      title: t(required ? 'second_factor.rule_on_title' : 'second_factor.rule_off_title'),
      content: t(required ? 'second_factor.rule_on_text' : 'second_factor.rule_off_text'),
      okText: t(required ? 'second_factor.rule_on_ok' : 'second_factor.rule_off_ok'),
      cancelText: t('second_factor.cancel'),
      onOk: () => change.mutateAsync(required).catch(() => undefined),
    });
  if (!rule.data) return <QueryState query={rule} rows={1} />;
  const { require_second_factor, since } = rule.data;
  return (
    <Flex align="start" gap={12} className="sf-rule">
      <Switch
        id="require-second-factor"
        checked={require_second_factor}
        loading={change.isPending}
        onChange={confirmChange}
        aria-describedby="require-second-factor-text"
      />
      <div>
        <label htmlFor="require-second-factor" className="sg-medium">
          {t('second_factor.rule')}
        </label>
        <br />
        <small id="require-second-factor-text" className="sg-small">
          {since
            ? t('second_factor.rule_since', { when: formatInstant(since, i18n.language, zone) })
            : t('second_factor.rule_text')}
        </small>
      </div>
    </Flex>
  );
}
