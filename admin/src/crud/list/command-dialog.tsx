import { useState } from 'react';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ResourceDefinition } from '@contract/resource';
import { todayIn } from '@/components/dates';
import { FieldItem } from '../form/field-items';
import { FormDialog } from '../form/form-dialog';
import { useAccount } from '../crud-context';
import type { ResourceModule, Row, RowCommand } from '../resource-module';
import { useRowTitles } from '../row-names';
import { useRowCommand } from './use-row-command';

/** Confirmation dialog of a row command, with its fields. */
export function CommandDialog(props: { module: ResourceModule; row: Row; command: RowCommand; onClose: () => void }) {
  const { module, row, command, onClose } = props;
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const name = useRowTitles(module.definition, [row])(row);
  const run = useRowCommand(module.definition);
  const [form] = Form.useForm<Record<string, unknown>>();
  const [typedName, setTypedName] = useState('');
  const confirmed = !command.confirmByName || typedName.trim().toLocaleLowerCase() === name.trim().toLocaleLowerCase();
  const key = `${module.definition.name}.commands.${command.name}`;
  const fields = command.fields ?? {};
  const CommandPreview = command.shows;
  const [isReady, setReady] = useState(!CommandPreview);
  const helpOf = (field: string) => (i18n.exists(`${key}.help.${field}`) ? t(`${key}.help.${field}`) : undefined);
  // The command's fields use the resource's labels.
  const asResource: ResourceDefinition = { ...module.definition, fields };

  return (
    <FormDialog
      form={form}
      title={t(`${key}.title`, { name })}
      width={480}
      save={{
        children: t(`${key}.label`),
        danger: command.danger ?? false,
        disabled: !confirmed || !isReady,
        autoFocus: Object.keys(fields).length === 0 && !command.confirmByName,
      }}
      initialValues={command.initial?.(row, todayIn(time_zone)) ?? {}}
      send={async (values) => {
        if (!confirmed || !isReady) return;
        await run(command, row, values);
        onClose();
      }}
      onClose={onClose}
    >
      <div className="sg-stack sg-gap-16 sg-mb-16">
        <p>{t(`${key}.text`, { name })}</p>
        {CommandPreview && <CommandPreview row={row} name={name} known={setReady} />}
        {command.confirmByName && (
          <label>
            {t('kit.delete.type', { name })}
            <Input autoFocus value={typedName} onChange={(event) => setTypedName(event.target.value)} />
          </label>
        )}
      </div>
      {Object.entries(fields).map(([field, fieldDefinition]) => (
        <FieldItem
          key={field}
          definition={asResource}
          name={field}
          field={fieldDefinition}
          when="create"
          customInput={module.inputs?.[field]}
          help={helpOf(field)}
        />
      ))}
    </FormDialog>
  );
}
