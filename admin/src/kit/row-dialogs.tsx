import { useState } from 'react';
import { Alert, Button, Form, Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ResourceDefinition } from '@contract/resource';
import type { ApiError } from '@/client/api-error';
import { todayIn } from './dates';
import { FieldItem } from './field-items';
import { placeErrors } from './form-rules';
import { useMe } from './kit-context';
import type { ResourceModule, Row, RowCommand } from './module';
import { useRowTitles } from './names';
import { useRowCommand } from './row-command';
import { useErrorWords } from './words';

/** Asks before a command runs, with its fields if it has any. */
export function CommandDialog(props: { module: ResourceModule; row: Row; command: RowCommand; onClose: () => void }) {
  const { module, row, command, onClose } = props;
  const { t, i18n } = useTranslation();
  const errorWords = useErrorWords();
  const { time_zone } = useMe();
  const name = useRowTitles(module.definition, [row])(row);
  const run = useRowCommand(module.definition);
  const [form] = Form.useForm<Record<string, unknown>>();
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const confirmed = !command.typed || typed.trim().toLocaleLowerCase() === name.trim().toLocaleLowerCase();
  const key = `${module.definition.name}.commands.${command.name}`;
  const fields = command.fields ?? {};
  const Shown = command.shows;
  const helpOf = (field: string) => (i18n.exists(`${key}.help.${field}`) ? t(`${key}.help.${field}`) : undefined);
  // The command's fields are worded like the resource's own.
  const asResource: ResourceDefinition = { ...module.definition, fields };

  async function confirm(): Promise<void> {
    if (!confirmed) return;
    const values = await form.validateFields().catch(() => null);
    if (!values) return;
    setRunning(true);
    setProblem(null);
    try {
      await run(command, row, values);
      onClose();
    } catch (error) {
      const placed = placeErrors((error as ApiError).errors ?? {}, new Set(Object.keys(fields)));
      form.setFields(placed.fields);
      setProblem([errorWords(error), ...placed.rest].join(' '));
    } finally {
      setRunning(false);
    }
  }

  return (
    <Modal
      open
      title={t(`${key}.title`, { name })}
      onCancel={onClose}
      width={480}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('kit.cancel')}
        </Button>,
        <Button
          key="run"
          type="primary"
          danger={command.danger ?? false}
          loading={running}
          disabled={!confirmed}
          autoFocus={Object.keys(fields).length === 0 && !command.typed}
          onClick={() => void confirm()}
        >
          {t(`${key}.label`)}
        </Button>,
      ]}
    >
      <div className="kit-form sg-stack sg-gap-16">
        {problem && <Alert type="error" showIcon role="alert" message={problem} />}
        <p>{t(`${key}.text`, { name })}</p>
        {Shown && <Shown row={row} name={name} />}
        {command.typed && (
          <label>
            {t('kit.delete.type', { name })}
            <Input
              autoFocus
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onPressEnter={() => void confirm()}
            />
          </label>
        )}
        <Form
          form={form}
          layout="vertical"
          initialValues={command.initial?.(row, todayIn(time_zone)) ?? {}}
          onFinish={() => void confirm()}
        >
          {Object.entries(fields).map(([name, field]) => (
            <FieldItem
              key={name}
              definition={asResource}
              name={name}
              field={field}
              when="create"
              own={module.inputs?.[name]}
              help={helpOf(name)}
            />
          ))}
        </Form>
      </div>
    </Modal>
  );
}
