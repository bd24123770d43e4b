import { Alert, Button, Tooltip } from 'antd';
import { PlusOutlined } from '@ant-design/icons';
import { useCan } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { usePlanOver, useQuota } from './kit-context';
import { formatCount } from './format';
import type { ResourceModule } from './module';
import { useWords } from './words';

/** Whether and why a new row cannot be made now. */
function useCreateState(module: ResourceModule): { offered: boolean; refused: string | undefined } {
  const { definition } = module;
  const { t, i18n } = useTranslation();
  const words = useWords(definition);
  const quota = useQuota(definition);
  const over = usePlanOver(definition);
  const can = useCan({ resource: definition.name, action: 'create' }).data?.can ?? false;
  const full =
    quota?.reached &&
    t('kit.quota.reached', {
      count: quota.allowed ?? 0,
      used: formatCount(quota.used, i18n.language),
      allowed: formatCount(quota.allowed ?? 0, i18n.language),
      title: words.title,
    });
  return {
    offered: can && definition.create !== false,
    refused: over ? t('kit.plan_over') : full || undefined,
  };
}

/** Opens the form of a new row, where somebody may make one. */
export function CreateButton({ module, create }: { module: ResourceModule; create: () => void }) {
  const words = useWords(module.definition);
  const { offered, refused } = useCreateState(module);
  if (!offered) return null;
  return (
    <Tooltip title={refused}>
      <Button type="primary" icon={<PlusOutlined aria-hidden />} disabled={Boolean(refused)} onClick={create}>
        {words.create}
      </Button>
    </Tooltip>
  );
}

/** At the plan's limit the reason stands in view; a tooltip on a disabled button reaches neither touch nor keyboard. */
export function QuotaLine({ module }: { module: ResourceModule }) {
  const { offered, refused } = useCreateState(module);
  return offered && refused ? (
    <Alert className="kit-banner" type="warning" role="status" showIcon message={refused} />
  ) : null;
}
