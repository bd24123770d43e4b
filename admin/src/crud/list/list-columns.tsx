import { useState } from 'react';
import { Button, Checkbox } from 'antd';
import { SettingOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { listableFields } from './columns';
import type { ResourceModule } from '../resource-module';
import { PopoverDialog } from '@/components/popover-dialog';
import { useResourceLabels } from '@/components/resource-labels';

/** Popover to choose the visible columns. */
export function ColumnChooser({
  module,
  columns,
  choose,
}: {
  module: ResourceModule;
  columns: string[];
  choose: (names: string[] | null) => void;
}) {
  const { t } = useTranslation();
  const labels = useResourceLabels(module.definition);
  const [open, setOpen] = useState(false);
  return (
    <PopoverDialog
      name={t('kit.list.columns')}
      open={open}
      setOpen={setOpen}
      placement="bottomRight"
      content={
        <div className="kit-menu-tall sg-stack sg-items-start sg-gap-12">
          <Checkbox.Group
            className="kit-filter-choices"
            value={columns}
            options={listableFields(module.definition).map(({ name }) => ({
              value: name,
              label: labels.field(name),
              disabled: columns.length === 1 && columns[0] === name,
            }))}
            onChange={(names) => choose(names as string[])}
          />
          <Button type="link" size="small" onClick={() => choose(null)}>
            {t('kit.list.columns_reset')}
          </Button>
        </div>
      }
    >
      <Button
        type="text"
        icon={<SettingOutlined aria-hidden />}
        aria-label={t('kit.list.columns')}
        title={t('kit.list.columns')}
      />
    </PopoverDialog>
  );
}
