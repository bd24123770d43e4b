import { Form } from 'antd';
import { FieldItem, type sectionsOf, type WriteMode } from './field-items';
import type { ResourceModule } from '../resource-module';
import { useResourceLabels } from '@/components/resource-labels';

/** The fields of a form by section. */
export function FormSections(props: {
  module: ResourceModule;
  sections: ReturnType<typeof sectionsOf>;
  when: WriteMode;
}) {
  const { module, sections, when } = props;
  const { definition, visibleWhen = {} } = module;
  const labels = useResourceLabels(definition);
  const form = Form.useFormInstance();
  const listHiddenFields = (values: Record<string, unknown>) =>
    Object.keys(visibleWhen)
      .filter((name) => !visibleWhen[name]!(values))
      .join();
  const hidden = new Set(Form.useWatch(listHiddenFields, { form, preserve: true })?.split(','));
  return sections.map(({ section, fields }) => (
    <section key={section ?? ''} className="kit-section">
      {section && <h2>{labels.section(section)}</h2>}
      {fields
        .filter(([name]) => !hidden.has(name))
        .map(([name, field]) => (
          <FieldItem
            key={name}
            definition={definition}
            name={name}
            field={field}
            when={when}
            customInput={module.inputs?.[name]}
          />
        ))}
    </section>
  ));
}
