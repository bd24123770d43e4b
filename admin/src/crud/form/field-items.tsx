import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Field } from '@contract/fields';
import type { ResourceDefinition } from '@contract/resource';
import { isWritable } from '@contract/resource';
import { isAsked, refusalOf } from './form-rules';
import { FieldInput } from './inputs';
import type { Input } from '../module';
import { useWords } from '@/components/words';

export type When = 'create' | 'change';

/** One form item: label, input by kind, rules of the definition, help below when the texts have one. */
export function FieldItem(props: {
  definition: ResourceDefinition;
  name: string;
  field: Field;
  when: When;
  own?: Input | undefined;
  /** Instead of the resource's own. */
  help?: string | undefined;
}) {
  const { definition, name, field, when, own } = props;
  const { t } = useTranslation();
  const words = useWords(definition);
  const form = Form.useFormInstance();
  const fixed = !isWritable(field, when);
  const help = props.help ?? words.help(name);
  return (
    <Form.Item
      name={name}
      label={words.field(name)}
      required={isAsked(field, when)}
      extra={help}
      validateFirst
      validateTrigger="onBlur"
      valuePropName="value"
      rules={[
        {
          validator: async (_rule, value: unknown) => {
            // What was accepted once does not stand in the way of another change: a rule may be younger than the row.
            const unchanged = when === 'change' && !form.isFieldTouched(name);
            const refusal = fixed || unchanged ? null : refusalOf(field, value, when);
            if (refusal) throw new Error(t(refusal.key, { ...refusal.facts }));
          },
        },
      ]}
    >
      <FieldInput own={own} definition={definition} name={name} field={field} disabled={fixed} />
    </Form.Item>
  );
}

/** The writable fields, gathered by section in the definition's order; fields without one come first. */
export function sectionsOf(
  definition: ResourceDefinition,
  when: When,
): { section: string | undefined; fields: [string, Field][] }[] {
  const sections = new Map<string | undefined, [string, Field][]>();
  for (const [name, field] of Object.entries(definition.fields)) {
    const write = field.write ?? 'always';
    // What was fixed at creation is still shown, disabled: a form without it would look incomplete.
    if (write === 'none' || (when === 'create' && !isWritable(field, 'create'))) continue;
    sections.set(field.section, [...(sections.get(field.section) ?? []), [name, field]]);
  }
  return [...sections].map(([section, fields]) => ({ section, fields }));
}
