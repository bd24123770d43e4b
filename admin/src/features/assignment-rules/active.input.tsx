import { Form, Switch } from 'antd';
import type { InputProps } from '@/crud/module';
import { RulePreview } from './rule-preview';

const ASKED = ['rule_id', 'training_id', 'department_id', 'job_role_id', 'active'] as const;

/** The last field of the form, and below it what the rule as it is filled in would change. */
export function ActiveInput({ value, onChange, control }: InputProps) {
  const form = Form.useFormInstance();
  const filled = Form.useWatch([], { form, preserve: true }) as Record<string, unknown> | undefined;
  const draft = Object.fromEntries(
    ASKED.flatMap((name) => (filled?.[name] === undefined ? [] : [[name, filled[name]] as const])),
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
