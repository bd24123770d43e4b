import { useState } from 'react';
import { Button } from 'antd';
import { DeleteOutlined, EditOutlined, EyeOutlined, MoreOutlined } from '@ant-design/icons';
import { useCan, useNotification } from '@refinedev/core';
import type { ResourceDefinition } from '@contract/resource';
import { DropMenu } from '@/components/drop-menu';
import { usePlanOver, useReading } from '../kit-context';
import { later } from '@/components/later';
import type { ResourceModule, Row, RowCommand } from '../module';
import { useRowCommand } from './row-command';
import { useErrorWords } from '@/components/words';

const CommandDialog = later(() => import('./row-dialogs').then((m) => m.CommandDialog));
const DeleteDialog = later(() => import('../removal/delete-dialog').then((m) => m.DeleteDialog));

export interface RowRights {
  readonly edit: boolean;
  readonly remove: boolean;
  readonly command: boolean;
  /** The plan is over: what changes something can be read, not chosen. */
  readonly over: boolean;
}

/** What the user may do with the rows of a resource; the server has the last word. */
export function useRowRights(module: ResourceModule): RowRights {
  const { name, change, remove } = module.definition;
  const edit = useCan({ resource: name, action: 'edit' }).data?.can ?? false;
  const del = useCan({ resource: name, action: 'delete' }).data?.can ?? false;
  const command = useCan({ resource: name, action: 'command' }).data?.can ?? false;
  const over = usePlanOver(module.definition);
  return { edit: edit && change !== false, remove: del && remove === 'delete', command, over };
}

/** Does what asks nothing first. Once for a table, not in each of its rows. */
export function useDirectCommand(definition: ResourceDefinition): (command: RowCommand, row: Row) => void {
  const errorWords = useErrorWords();
  const { open: notify } = useNotification();
  const run = useRowCommand(definition);
  return (command, row) => {
    const done = command.act ? Promise.resolve(command.act(row)) : run(command, row, {});
    void done.catch((error: unknown) => notify?.({ type: 'error', message: errorWords(error) }));
  };
}

/** The menu at the end of a row: show, edit, the resource's commands that apply to this row, delete. */
export function RowMenu(props: {
  module: ResourceModule;
  row: Row;
  /** What the row is called. */
  name: string;
  rights: RowRights;
  run: (command: RowCommand, row: Row) => void;
  /** Left out: it is being looked at. */
  show?: () => void;
  edit: () => void;
}) {
  const { module, row, rights, show, edit } = props;
  const { definition } = module;
  const { t } = useReading();
  const [asking, setAsking] = useState<RowCommand | 'delete' | null>(null);
  // What only leads somewhere is for whoever sees the row.
  const commands = (module.rowActions ?? []).filter(
    (command) => (rights.command || command.act) && (command.when?.(row) ?? true),
  );

  const refused = rights.over ? { disabled: true, title: t('kit.plan_over') } : {};
  const Asking = asking && asking !== 'delete' ? (asking.dialog ?? null) : null;

  const begin = (command: RowCommand) => {
    if (command.act || command.direct) props.run(command, row);
    else setAsking(command);
  };
  return (
    // The row itself is clickable; what happens in its menu and dialogs is not a click on the row.
    <span onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
      <DropMenu
        name={t('kit.row_menu', { name: props.name })}
        placement="bottomRight"
        menu={{
          items: [
            ...(show ? [{ key: 'show', icon: <EyeOutlined />, label: t('kit.show.action'), onClick: show }] : []),
            ...(rights.edit && !module.rowPage
              ? [{ key: 'edit', icon: <EditOutlined />, label: t('kit.edit'), onClick: edit, ...refused }]
              : []),
            ...(commands.length > 0 ? [{ type: 'divider' as const }] : []),
            ...commands.map((command) => ({
              key: command.name,
              icon: command.icon && <command.icon />,
              label: t(`${definition.name}.commands.${command.name}.label`),
              danger: command.danger ?? false,
              onClick: () => begin(command),
              ...(!command.act && refused),
            })),
            ...(rights.remove
              ? [
                  { type: 'divider' as const },
                  {
                    key: 'delete',
                    icon: <DeleteOutlined />,
                    label: t('kit.delete.action'),
                    danger: true,
                    onClick: () => setAsking('delete'),
                    ...refused,
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
      </DropMenu>
      {asking === 'delete' && <DeleteDialog module={module} row={row} onClose={() => setAsking(null)} />}
      {Asking && <Asking row={row} onClose={() => setAsking(null)} />}
      {asking && asking !== 'delete' && !Asking && (
        <CommandDialog module={module} row={row} command={asking} onClose={() => setAsking(null)} />
      )}
    </span>
  );
}
