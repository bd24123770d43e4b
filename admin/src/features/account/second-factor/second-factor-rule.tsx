import { App, Flex, Switch } from 'antd';
import { useNotification } from '@refinedev/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refusalWords } from '@/api/refusal-words';
import { apiKey } from '@/api/query-keys';
import { formatInstant } from '@/components/format';
import { QueryState } from '@/components/states';
import { secondFactorApi } from './second-factor-api';
import { secondFactorKey } from './second-factor-section';

const ruleKey = () => apiKey('settings/security');

/** Whether everybody of the organisation needs a second factor. Of administrators only. */
export function SecondFactorRule({ zone }: { zone: string }) {
  const { t, i18n } = useTranslation();
  const { modal } = App.useApp();
  const { open: notify } = useNotification();
  const client = useQueryClient();
  const rule = useQuery({ queryKey: ruleKey(), queryFn: secondFactorApi.rule });
  const change = useMutation({
    mutationFn: secondFactorApi.require,
    onSuccess: (now) => {
      client.setQueryData(ruleKey(), now);
      notify?.({
        type: 'success',
        message: t(now.require_second_factor ? 'second_factor.rule_on' : 'second_factor.rule_off'),
      });
      void client.invalidateQueries({ queryKey: secondFactorKey() });
    },
    onError: (error) => notify?.({ type: 'error', message: refusalWords(t, error) }),
  });
  const ask = (required: boolean) =>
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
        onChange={ask}
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
