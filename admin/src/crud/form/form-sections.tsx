import { Form } from 'antd';
import { FieldItem, type sectionsOf, type When } from './field-items';
import type { ResourceModule } from '../module';
import { useWords } from '@/components/words';

/** The fields of a form, section by section. */
export function FormSections(props: { module: ResourceModule; sections: ReturnType<typeof sectionsOf>; when: When }) {
  const { module, sections, when } = props;
  const { definition, visibleWhen = {} } = module;
  const words = useWords(definition);
  const form = Form.useFormInstance();
  const listHiddenFields = (values: Record<string, unknown>) =>
    Object.keys(visibleWhen)
      .filter((name) => !visibleWhen[name]!(values))
      .join();
  const hidden = new Set(Form.useWatch(listHiddenFields, { form, preserve: true })?.split(','));
  return sections.map(({ section, fields }) => (
    <section key={section ?? ''} className="kit-section">
      {section && <h2>{words.section(section)}</h2>}
      {fields
        .filter(([name]) => !hidden.has(name))
        .map(([name, field]) => (
          <FieldItem
            key={name}
            definition={definition}
            name={name}
            field={field}
            when={when}
            own={module.inputs?.[name]}
          />
        ))}
    </section>
  ));
}
