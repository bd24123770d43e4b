import { useState, type ReactNode } from 'react';
import { Alert, Button, Tooltip } from 'antd';
import { PlusOutlined } from '@ant-design/icons';
import { useCan } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSession } from '@/api/use-session';
import { useIsPlanExpired, useQuota } from '../crud-context';
import { formatCount } from '@/components/format';
import { LinkButton } from '@/components/link-button';
import type { ResourceModule } from '../resource-module';
import { useResourceLabels } from '@/components/resource-labels';

/** Whether rows can be created, and the reason if not now. */
function useCreateState(module: ResourceModule): { isOffered: boolean; disabledReason: string | undefined } {
  const { definition } = module;
  const { t, i18n } = useTranslation();
  const labels = useResourceLabels(definition);
  const quota = useQuota(definition);
  const isPlanExpired = useIsPlanExpired(definition);
  const canCreate = useCan({ resource: definition.name, action: 'create' }).data?.can ?? false;
  const limitMessage =
    quota?.reached &&
    t('kit.quota.reached', {
      count: quota.allowed ?? 0,
      used: formatCount(quota.used, i18n.language),
      allowed: formatCount(quota.allowed ?? 0, i18n.language),
      title: labels.title,
    });
  return {
    isOffered: canCreate && definition.create !== false,
    disabledReason: isPlanExpired ? t('kit.plan_over') : limitMessage || undefined,
  };
}

/** Opens the form of a new row, if the user may create one. */
export function CreateButton({ module, create }: { module: ResourceModule; create: () => void }) {
  const labels = useResourceLabels(module.definition);
  const { isOffered, disabledReason } = useCreateState(module);
  if (!isOffered) return null;
  return (
    <Tooltip title={disabledReason}>
      <Button type="primary" icon={<PlusOutlined aria-hidden />} disabled={Boolean(disabledReason)} onClick={create}>
        {labels.create}
      </Button>
    </Tooltip>
  );
}

interface ImportAction {
  readonly label: string;
  /** Route of the import page; undefined: the resource has an import dialog. */
  readonly to?: string;
  readonly act: () => void;
  readonly dialog: ReactNode;
}

/** The import of a resource; undefined if there is none for this user. A full plan rejects rows, not files. */
export function useImport(module: ResourceModule): ImportAction | undefined {
  const { importer: CustomImporter, definition } = module;
  const { role } = useSession();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const canCreate = useCan({ resource: definition.name, action: 'create' }).data?.can ?? false;
  const isPlanExpired = useIsPlanExpired(definition);
  const [open, setOpen] = useState(false);
  const label = t('kit.import');
  if (isPlanExpired) return undefined;
  if (CustomImporter)
    return canCreate
      ? { label, act: () => setOpen(true), dialog: open && <CustomImporter onClose={() => setOpen(false)} /> }
      : undefined;
  // Only admins import files, also where other roles may create rows.
  if (!definition.imported_by || role !== 'admin') return undefined;
  const to = `/import/${definition.name}`;
  return { label, to, act: () => void navigate(to), dialog: null };
}

/** Import button of the empty state. */
export function ImportButton({ module }: { module: ResourceModule }) {
  const importAction = useImport(module);
  if (!importAction) return null;
  if (importAction.to) return <LinkButton to={importAction.to}>{importAction.label}</LinkButton>;
  return (
    <>
      <Button onClick={importAction.act}>{importAction.label}</Button>
      {importAction.dialog}
    </>
  );
}

/** Shows the reason at the plan's limit: a tooltip on a disabled button is not reachable by touch or keyboard. */
export function QuotaWarning({ module }: { module: ResourceModule }) {
  const { isOffered, disabledReason } = useCreateState(module);
  return isOffered && disabledReason ? (
    <Alert className="kit-banner" type="warning" role="status" showIcon message={disabledReason} />
  ) : null;
}
