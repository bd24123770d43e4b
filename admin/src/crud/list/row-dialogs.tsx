import { useState } from 'react';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ResourceDefinition } from '@contract/resource';
import { todayIn } from '@/components/dates';
import { FieldItem } from '../form/field-items';
import { FormDialog } from '../form/form-dialog';
import { useMe } from '../kit-context';
import type { ResourceModule, Row, RowCommand } from '../module';
import { useRowTitles } from '../names';
import { useRowCommand } from './row-command';

/** Asks before a command runs, with its fields if it has any. */
export function CommandDialog(props: { module: ResourceModule; row: Row; command: RowCommand; onClose: () => void }) {
  const { module, row, command, onClose } = props;
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  const name = useRowTitles(module.definition, [row])(row);
  const run = useRowCommand(module.definition);
  const [form] = Form.useForm<Record<string, unknown>>();
  const [typed, setTyped] = useState('');
  const confirmed = !command.typed || typed.trim().toLocaleLowerCase() === name.trim().toLocaleLowerCase();
  const key = `${module.definition.name}.commands.${command.name}`;
  const fields = command.fields ?? {};
  const Shown = command.shows;
  const [isKnown, setKnown] = useState(!Shown);
  const helpOf = (field: string) => (i18n.exists(`${key}.help.${field}`) ? t(`${key}.help.${field}`) : undefined);
  // The command's fields are worded like the resource's own.
  const asResource: ResourceDefinition = { ...module.definition, fields };

  return (
    <FormDialog
      form={form}
      title={t(`${key}.title`, { name })}
      width={480}
      save={{
        children: t(`${key}.label`),
        danger: command.danger ?? false,
        disabled: !confirmed || !isKnown,
        autoFocus: Object.keys(fields).length === 0 && !command.typed,
      }}
      initialValues={command.initial?.(row, todayIn(time_zone)) ?? {}}
      send={async (values) => {
        if (!confirmed || !isKnown) return;
        await run(command, row, values);
        onClose();
      }}
      onClose={onClose}
    >
      <div className="sg-stack sg-gap-16 sg-mb-16">
        <p>{t(`${key}.text`, { name })}</p>
        {Shown && <Shown row={row} name={name} known={setKnown} />}
        {command.typed && (
          <label>
            {t('kit.delete.type', { name })}
            <Input autoFocus value={typed} onChange={(event) => setTyped(event.target.value)} />
          </label>
        )}
      </div>
      {Object.entries(fields).map(([field, described]) => (
        <FieldItem
          key={field}
          definition={asResource}
          name={field}
          field={described}
          when="create"
          own={module.inputs?.[field]}
          help={helpOf(field)}
        />
      ))}
    </FormDialog>
  );
}
