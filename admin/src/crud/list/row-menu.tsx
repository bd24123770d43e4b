import { useState } from 'react';
import { Button } from 'antd';
import { DeleteOutlined, EditOutlined, EyeOutlined, MoreOutlined } from '@ant-design/icons';
import { useCan, useNotification } from '@refinedev/core';
import type { ResourceDefinition } from '@contract/resource';
import { ActionMenu } from '@/components/action-menu';
import { useIsPlanExpired, useCellContext } from '../crud-context';
import { lazyComponent } from '@/components/lazy-component';
import type { ResourceModule, Row, RowCommand } from '../resource-module';
import { useRowCommand } from './use-row-command';
import { useErrorText } from '@/components/resource-labels';

const CommandDialog = lazyComponent(() => import('./command-dialog').then((m) => m.CommandDialog));
const DeleteDialog = lazyComponent(() => import('../removal/delete-dialog').then((m) => m.DeleteDialog));

export interface RowRights {
  readonly edit: boolean;
  readonly remove: boolean;
  readonly command: boolean;
  /** The plan has expired: changing entries are disabled. */
  readonly isPlanExpired: boolean;
}

/** What the user may do with rows of a resource; the server checks again. */
export function useRowRights(module: ResourceModule): RowRights {
  const { name, change, remove } = module.definition;
  const edit = useCan({ resource: name, action: 'edit' }).data?.can ?? false;
  const del = useCan({ resource: name, action: 'delete' }).data?.can ?? false;
  const command = useCan({ resource: name, action: 'command' }).data?.can ?? false;
  const isPlanExpired = useIsPlanExpired(module.definition);
  return { edit: edit && change !== false, remove: del && remove === 'delete', command, isPlanExpired };
}

/** Runs commands without a dialog. One instance per table, not per row. */
export function useDirectCommand(definition: ResourceDefinition): (command: RowCommand, row: Row) => void {
  const errorText = useErrorText();
  const { open: notify } = useNotification();
  const run = useRowCommand(definition);
  return (command, row) => {
    const done = command.act ? Promise.resolve(command.act(row)) : run(command, row, {});
    void done.catch((error: unknown) => notify?.({ type: 'error', message: errorText(error) }));
  };
}

/** The menu of a row: show, edit, commands, delete. */
export function RowMenu(props: {
  module: ResourceModule;
  row: Row;
  /** Display name of the row. */
  name: string;
  rights: RowRights;
  run: (command: RowCommand, row: Row) => void;
  /** Absent where the row is already shown. */
  show?: () => void;
  edit: () => void;
}) {
  const { module, row, rights, show, edit } = props;
  const { definition } = module;
  const { t } = useCellContext();
  const [dialogCommand, setDialogCommand] = useState<RowCommand | 'delete' | null>(null);
  // Commands that only navigate are available to all readers.
  const commands = (module.rowActions ?? []).filter(
    (command) => (rights.command || command.act) && (command.when?.(row) ?? true),
  );

  const disabledProps = rights.isPlanExpired ? { disabled: true, title: t('kit.plan_over') } : {};
  const CustomDialog = dialogCommand && dialogCommand !== 'delete' ? (dialogCommand.dialog ?? null) : null;

  const startCommand = (command: RowCommand) => {
    if (command.act || command.direct) props.run(command, row);
    else setDialogCommand(command);
  };
  return (
    // Clicks in the menu and its dialogs must not count as clicks on the row.
    <span onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
      <ActionMenu
        name={t('kit.row_menu', { name: props.name })}
        placement="bottomRight"
        menu={{
          items: [
            ...(show ? [{ key: 'show', icon: <EyeOutlined />, label: t('kit.show.action'), onClick: show }] : []),
            ...(rights.edit && !module.rowPage
              ? [{ key: 'edit', icon: <EditOutlined />, label: t('kit.edit'), onClick: edit, ...disabledProps }]
              : []),
            ...(commands.length > 0 ? [{ type: 'divider' as const }] : []),
            ...commands.map((command) => ({
              key: command.name,
              icon: command.icon && <command.icon />,
              label: t(`${definition.name}.commands.${command.name}.label`),
              danger: command.danger ?? false,
              onClick: () => startCommand(command),
              ...(!command.act && disabledProps),
            })),
            ...(rights.remove
              ? [
                  { type: 'divider' as const },
                  {
                    key: 'delete',
                    icon: <DeleteOutlined />,
                    label: t('kit.delete.action'),
                    danger: true,
                    onClick: () => setDialogCommand('delete'),
                    ...disabledProps,
                  },
                ]
              : []),
          ],
        }}
      >
        <Button
          type="text"
          size="small"
          icon={<MoreOutlined aria-hidden />}
          aria-label={t('kit.row_menu', { name: props.name })}
        />
      </ActionMenu>
      {dialogCommand === 'delete' && <DeleteDialog module={module} row={row} onClose={() => setDialogCommand(null)} />}
      {CustomDialog && <CustomDialog row={row} onClose={() => setDialogCommand(null)} />}
      {dialogCommand && dialogCommand !== 'delete' && !CustomDialog && (
        <CommandDialog module={module} row={row} command={dialogCommand} onClose={() => setDialogCommand(null)} />
      )}
    </span>
  );
}
