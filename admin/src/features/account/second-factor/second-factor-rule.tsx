import { App, Skeleton, Switch } from 'antd';
import { useNotification } from '@refinedev/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refusalWords } from '@/api/refusal-words';
import { formatInstant } from '@/components/format';
import { FailedState } from '@/components/states';
import { secondFactorApi } from './second-factor-api';
import { SECOND_FACTOR_QUERY } from './second-factor-section';

const RULE_QUERY = ['settings', 'security'] as const;

/** Whether everybody of the organisation needs a second factor. Of administrators only. */
export function SecondFactorRule({ zone }: { zone: string }) {
  const { t, i18n } = useTranslation();
  const { modal } = App.useApp();
  const { open: notify } = useNotification();
  const client = useQueryClient();
  const rule = useQuery({ queryKey: RULE_QUERY, queryFn: secondFactorApi.rule });
  const change = useMutation({
    mutationFn: secondFactorApi.require,
    onSuccess: (now) => {
      client.setQueryData(RULE_QUERY, now);
      notify?.({
        type: 'success',
        message: t(now.require_second_factor ? 'second_factor.rule_on' : 'second_factor.rule_off'),
      });
      void client.invalidateQueries({ queryKey: SECOND_FACTOR_QUERY });
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
  if (rule.isError) return <FailedState error={rule.error} retry={() => void rule.refetch()} />;
  if (!rule.data) return <Skeleton active paragraph={{ rows: 1 }} />;
  const { require_second_factor, since } = rule.data;
  return (
    <div className="sf-rule sg-middle sg-stack sg-gap-4-12">
      <Switch
        id="require-second-factor"
        checked={require_second_factor}
        loading={change.isPending}
        onChange={ask}
        aria-describedby="require-second-factor-text"
      />
      <label htmlFor="require-second-factor">{t('second_factor.rule')}</label>
      <small id="require-second-factor-text" className="sg-small">
        {since
          ? t('second_factor.rule_since', { when: formatInstant(since, i18n.language, zone) })
          : t('second_factor.rule_text')}
      </small>
    </div>
  );
}
