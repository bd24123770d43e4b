import { Form, Switch } from 'antd';
import type { InputProps } from '@/crud/resource-module';
import { RulePreview } from './rule-preview';

const PREVIEW_FIELDS = ['rule_id', 'training_id', 'department_id', 'job_role_id', 'active'] as const;

/** The last field of the form, with the preview of the rule below it. */
export function ActiveInput({ value, onChange, control }: InputProps) {
  const form = Form.useFormInstance();
  const values = Form.useWatch([], { form, preserve: true }) as Record<string, unknown> | undefined;
  const draft = Object.fromEntries(
    PREVIEW_FIELDS.flatMap((name) => (values?.[name] === undefined ? [] : [[name, values[name]] as const])),
  );
  return (
    <div className="sg-stack sg-gap-16">
      <div>
        <Switch {...control} checked={Boolean(value)} onChange={(next) => onChange?.(next)} />
      </div>
      <RulePreview draft={draft} />
    </div>
  );
}
