import { useState, type ReactNode } from 'react';
import { Alert, Button, Tooltip } from 'antd';
import { PlusOutlined } from '@ant-design/icons';
import { useCan } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSession } from '@/api/use-session';
import { usePlanOver, useQuota } from '../kit-context';
import { formatCount } from '@/components/format';
import { LinkButton } from '@/components/link-button';
import type { ResourceModule } from '../module';
import { useWords } from '@/components/words';

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

interface Import {
  readonly label: string;
  /** The page where it is done (pages/import); undefined: by the resource's own dialog. */
  readonly to?: string;
  readonly act: () => void;
  readonly dialog: ReactNode;
}

/** How files become rows; undefined: not of this resource, or not by this reader. A full plan refuses rows, not files. */
export function useImport(module: ResourceModule): Import | undefined {
  const { importer: Own, definition } = module;
  const { role } = useSession();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan({ resource: definition.name, action: 'create' }).data?.can ?? false;
  const over = usePlanOver(definition);
  const [open, setOpen] = useState(false);
  const label = t('kit.import');
  if (over) return undefined;
  if (Own)
    return can
      ? { label, act: () => setOpen(true), dialog: open && <Own onClose={() => setOpen(false)} /> }
      : undefined;
  // Files are an admin's, also where others may make one by hand, or nobody does.
  if (!definition.imported_by || role !== 'admin') return undefined;
  const to = `/import/${definition.name}`;
  return { label, to, act: () => void navigate(to), dialog: null };
}

/** Where nothing has ever been made. */
export function ImportButton({ module }: { module: ResourceModule }) {
  const brought = useImport(module);
  if (!brought) return null;
  if (brought.to) return <LinkButton to={brought.to}>{brought.label}</LinkButton>;
  return (
    <>
      <Button onClick={brought.act}>{brought.label}</Button>
      {brought.dialog}
    </>
  );
}

/** At the plan's limit the reason stands in view; a tooltip on a disabled button reaches neither touch nor keyboard. */
export function QuotaLine({ module }: { module: ResourceModule }) {
  const { offered, refused } = useCreateState(module);
  return offered && refused ? (
    <Alert className="kit-banner" type="warning" role="status" showIcon message={refused} />
  ) : null;
}
