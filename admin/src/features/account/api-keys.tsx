import { useState } from 'react';
import { App, Button } from 'antd';
import { useInvalidate, useNotification } from '@refinedev/core';
import { PlusOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiKeyRow } from '@contract/api-keys.resource';
import { http } from '@/api/http';
import { API_ROOT } from '@/api/env';
import { useFirstRows } from '@/api/use-first-rows';
import { formatInstant, formatList } from '@/components/format';
import { QueryState } from '@/components/state-panels';
import { useErrorText } from '@/components/resource-labels';
import { ApiKeyDialog } from './api-key-dialog';
import { ApiKeySecretDialog } from './api-key-secret-dialog';

/** The API keys of the customer. */
export function ApiKeys({ zone }: { zone: string }) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const { open: notify } = useNotification();
  const errorText = useErrorText();
  const invalidate = useInvalidate();
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const keys = useFirstRows<ApiKeyRow>('api-keys', {}, 200);
  const refresh = () => invalidate({ resource: 'api-keys', invalidates: ['resourceAll'] });
  const revoke = useMutation({
    mutationFn: (key: ApiKeyRow) => http.delete(`/api/api-keys/${encodeURIComponent(key.id)}`),
    onSuccess: (_, key) =>
      notify?.({ type: 'success', message: t('settings.api_keys.revoke_done', { name: key.name }) }),
    onError: (error) => notify?.({ type: 'error', message: errorText(error) }),
    onSettled: refresh,
  });
  const confirmRevoke = (key: ApiKeyRow) =>
    modal.confirm({
      title: t('settings.api_keys.revoke_title', { name: key.name }),
      content: t('settings.api_keys.revoke_text'),
      okText: t('settings.api_keys.revoke'),
      okButtonProps: { danger: true },
      cancelText: t('kit.cancel'),
      onOk: () => revoke.mutateAsync(key).catch(() => undefined),
    });
  return (
    <>
      <p>{t('settings.api_keys.text')}</p>
      <QueryState query={keys} rows={2} />
      {keys.data?.data.length === 0 && <p className="sg-faint">{t('settings.api_keys.empty')}</p>}
      {keys.data && keys.data.data.length > 0 && (
        <ul className="set-rows sg-lines sg-entries sg-whole">
          {keys.data.data.map((key) => (
            <ApiKeyItem key={key.id} item={key} zone={zone} revoke={() => confirmRevoke(key)} />
          ))}
        </ul>
      )}
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setCreating(true)}>
        {t('settings.api_keys.create')}
      </Button>
      <a href={`${API_ROOT}/api/docs`} target="_blank" rel="noreferrer">
        {t('settings.api_keys.docs')}
      </a>
      {creating && (
        <ApiKeyDialog
          onClose={(newSecret) => {
            setCreating(false);
            setSecret(newSecret);
            if (newSecret) void refresh();
          }}
        />
      )}
      {secret && <ApiKeySecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

function ApiKeyItem({ item, zone, revoke }: { item: ApiKeyRow; zone: string; revoke: () => void }) {
  const { t, i18n } = useTranslation();
  const when = (instant: string) => formatInstant(instant, i18n.language, zone);
  const isExpired = item.expires_at !== null && Date.parse(item.expires_at) <= Date.now();
  const end = item.revoked_at
    ? t('settings.api_keys.revoked', { when: when(item.revoked_at) })
    : isExpired
      ? t('settings.api_keys.expired')
      : item.expires_at && t('settings.api_keys.expires', { when: when(item.expires_at) });
  const details = [
    t('settings.api_keys.created', { when: when(item.created_at) }),
    item.last_used_at
      ? t('settings.api_keys.used', { when: when(item.last_used_at) })
      : t('settings.api_keys.never_used'),
    end,
  ];
  return (
    <li>
      <span>
        <strong>{item.name}</strong>{' '}
        <bdi className="sg-mono" dir="ltr">
          {item.prefix}…
        </bdi>
        <small>{details.filter(Boolean).join(' · ')}</small>
        <small>
          {formatList(
            item.scopes.map((scope) => t(`settings.api_keys.scope.${scope.split(':')[0]}`)),
            i18n.language,
          )}
        </small>
      </span>
      {!item.revoked_at && (
        <Button danger onClick={revoke} aria-label={t('settings.api_keys.revoke_named', { name: item.name })}>
          {t('settings.api_keys.revoke')}
        </Button>
      )}
    </li>
  );
}
