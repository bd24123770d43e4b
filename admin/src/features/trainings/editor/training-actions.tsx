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
import { DropMenu } from '@/components/drop-menu';
import type { ResourceModule, RowCommand } from '@/crud/module';
import { DeleteDialog } from '@/crud/removal/delete-dialog';
import { CommandDialog } from '@/crud/list/row-dialogs';
import type { Publishing } from './use-publish';

/** The next step as the one button that stands out; what is rarer in the menu beside it. */
export function TrainingActions(props: { module: ResourceModule; row: TrainingRow; publishing: Publishing }) {
  const { module, row, publishing } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<RowCommand | 'delete' | null>(null);
  const archived = row.status === 'archived';
  const rare: RowCommand = { name: archived ? 'unarchive' : 'archive' };
  return (
    <>
      {row.status === 'draft' && (
        <Button type="primary" loading={publishing.running} onClick={() => void publishing.publish()}>
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
      <DropMenu
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
              key: rare.name,
              icon: archived ? <UndoOutlined /> : <InboxOutlined />,
              label: t(`trainings.commands.${rare.name}.label`),
              onClick: () => setAsking(rare),
            },
            { type: 'divider' },
            {
              key: 'delete',
              icon: <DeleteOutlined />,
              danger: true,
              label: t('kit.delete.action'),
              onClick: () => setAsking('delete'),
            },
          ],
        }}
      >
        <Button
          icon={<MoreOutlined aria-hidden />}
          className="trn-more"
          aria-label={t('kit.row_menu', { name: row.title })}
        />
      </DropMenu>
      {asking === 'delete' && (
        <DeleteDialog
          module={module}
          row={row}
          onClose={(deleted) => {
            setAsking(null);
            if (deleted) void navigate('/training', { replace: true });
          }}
        />
      )}
      {asking && asking !== 'delete' && (
        <CommandDialog module={module} row={row} command={asking} onClose={() => setAsking(null)} />
      )}
    </>
  );
}
