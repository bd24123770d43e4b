import { useState } from 'react';
import { Button } from 'antd';
import {
  DeleteOutlined,
  EyeOutlined,
  InboxOutlined,
  MoreOutlined,
  PlusSquareOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { TrainingRow } from '@contract/trainings.resource';
import { ActionMenu } from '@/components/action-menu';
import type { ResourceModule, RowCommand } from '@/crud/resource-module';
import { DeleteDialog } from '@/crud/removal/delete-dialog';
import { CommandDialog } from '@/crud/list/command-dialog';
import type { PublishState } from './use-publish';

/** The next step as primary button, the rest in a menu. */
export function TrainingActions(props: { module: ResourceModule; row: TrainingRow; publishState: PublishState }) {
  const { module, row, publishState } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [dialogCommand, setDialogCommand] = useState<RowCommand | 'delete' | null>(null);
  const isArchived = row.status === 'archived';
  const archiveCommand: RowCommand = { name: isArchived ? 'unarchive' : 'archive' };
  return (
    <>
      {row.status === 'draft' && (
        <Button type="primary" loading={publishState.running} onClick={() => void publishState.publish()}>
          {t('trainings.commands.publish.label')}
        </Button>
      )}
      {row.status === 'published' && (
        <Button
          type="primary"
          icon={<PlusSquareOutlined aria-hidden />}
          onClick={() => void navigate(`/assign-training?training_id=${row.id}`)}
        >
          {t('menu.assign_training')}
        </Button>
      )}
      <ActionMenu
        name={t('kit.row_menu', { name: row.title })}
        placement="bottomRight"
        menu={{
          items: [
            {
              key: 'preview',
              icon: <EyeOutlined />,
              label: t('trainings.preview'),
              onClick: () => void navigate(`/my-training/${row.id}/preview`),
            },
            {
              key: archiveCommand.name,
              icon: isArchived ? <UndoOutlined /> : <InboxOutlined />,
              label: t(`trainings.commands.${archiveCommand.name}.label`),
              onClick: () => setDialogCommand(archiveCommand),
            },
            { type: 'divider' },
            {
              key: 'delete',
              icon: <DeleteOutlined />,
              danger: true,
              label: t('kit.delete.action'),
              onClick: () => setDialogCommand('delete'),
            },
          ],
        }}
      >
        <Button
          icon={<MoreOutlined aria-hidden />}
          className="trn-more"
          aria-label={t('kit.row_menu', { name: row.title })}
        />
      </ActionMenu>
      {dialogCommand === 'delete' && (
        <DeleteDialog
          module={module}
          row={row}
          onClose={(deleted) => {
            setDialogCommand(null);
            if (deleted) void navigate('/training', { replace: true });
          }}
        />
      )}
      {dialogCommand && dialogCommand !== 'delete' && (
        <CommandDialog module={module} row={row} command={dialogCommand} onClose={() => setDialogCommand(null)} />
      )}
    </>
  );
}
