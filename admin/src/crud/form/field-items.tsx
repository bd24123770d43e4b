import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Field } from '@contract/fields';
import type { ResourceDefinition } from '@contract/resource';
import { isWritable } from '@contract/resource';
import { isRequired, validateField } from './form-rules';
import { FieldInput } from './inputs';
import type { Input } from '../resource-module';
import { useResourceLabels } from '@/components/resource-labels';

export type WriteMode = 'create' | 'change';

/** A form item with label, input by kind, the definition's rules, and a help text if there is one. */
export function FieldItem(props: {
  definition: ResourceDefinition;
  name: string;
  field: Field;
  when: WriteMode;
  customInput?: Input | undefined;
  /** Replaces the resource's help text. */
  help?: string | undefined;
}) {
  const { definition, name, field, when, customInput } = props;
  const { t } = useTranslation();
  const labels = useResourceLabels(definition);
  const form = Form.useFormInstance();
  const fixed = !isWritable(field, when);
  const help = props.help ?? labels.help(name);
  return (
    <Form.Item
      name={name}
      label={labels.field(name)}
      required={isRequired(field, when)}
      extra={help}
      validateFirst
      validateTrigger="onBlur"
      valuePropName="value"
      rules={[
        {
          validator: async (_rule, value: unknown) => {
            // An unchanged value is not validated: a rule may be newer than the row.
            const unchanged = when === 'change' && !form.isFieldTouched(name);
            const issue = fixed || unchanged ? null : validateField(field, value, when);
            if (issue) throw new Error(t(issue.key, { ...issue.facts }));
          },
        },
      ]}
    >
      <FieldInput customInput={customInput} definition={definition} name={name} field={field} disabled={fixed} />
    </Form.Item>
  );
}

/** The fields of the form by section, in the definition's order; fields without a section come first. */
export function sectionsOf(
  definition: ResourceDefinition,
  when: WriteMode,
): { section: string | undefined; fields: [string, Field][] }[] {
  const sections = new Map<string | undefined, [string, Field][]>();
  for (const [name, field] of Object.entries(definition.fields)) {
    const write = field.write ?? 'always';
    // Fields that are fixed after creation are shown disabled.
    if (write === 'none' || (when === 'create' && !isWritable(field, 'create'))) continue;
    sections.set(field.section, [...(sections.get(field.section) ?? []), [name, field]]);
  }
  return [...sections].map(([section, fields]) => ({ section, fields }));
}
