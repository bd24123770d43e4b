import { Fragment, useState } from 'react';
import { Alert, Button, Flex, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ImportAnswer } from '@contract/import-answers';
import { asImported, DATE_ORDERS, demandedFields, importedFields, keyFields } from '@contract/imports';
import type { ResourceDefinition } from '@contract/resource';
import { isLabelLike } from '@/components/fold';
import { formatCount, formatList } from '@/components/format';
import { useSubmit } from '@/components/use-submit';
import { useWords } from '@/components/words';
import { checkFile } from './use-import';

const NONE = '' as const;

/** What each column of the file fills. What was found is proposed; a field is filled once. */
export function ColumnsStep(props: {
  definition: ResourceDefinition;
  file: ImportAnswer;
  checked: (file: ImportAnswer) => void;
}) {
  const { definition, file, checked } = props;
  const { t, i18n } = useTranslation();
  const words = useWords(definition);
  const [fields, setFields] = useState<readonly (string | null)[]>(() => file.columns.map(({ field }) => field));
  const [dateOrder, setDateOrder] = useState(file.date_order);
  const { busy: checking, problem, run } = useSubmit();
  const keys = keyFields(definition);
  const keyMissing = keys.find((name) => !fields.includes(name));
  const known = importedFields(definition);
  const { fields: of } = asImported(definition);
  const hasDates = fields.some((name) => name !== null && of[name]?.kind === 'day');
  const missing = demandedFields(definition).filter((name) => !keys.includes(name) && !fields.includes(name));
  const choose = (at: number, field: string | null) =>
    // It goes to the column that was chosen last.
    setFields(fields.map((each, index) => (index === at ? field : each === field && field !== null ? null : each)));

  const check = () =>
    run(async () => {
      const create_missing = file.missing.filter(({ create }) => create).map(({ field }) => field);
      checked(await checkFile(file.import_id, { columns: fields, date_order: dateOrder, create_missing }));
    });
  return (
    <Flex vertical gap={16} className="imp-column">
      <p>
        <bdi>{file.file_name}</bdi> ·{' '}
        {t(definition.change === false ? 'import.columns.text_fixed' : 'import.columns.text')}
      </p>
      {file.columns.every(({ field }) => field === null) && (
        <Alert type="warning" showIcon message={t('import.columns.none_recognised')} />
      )}
      <ul className="imp-rows sg-panel sg-lines">
        {file.columns.map(({ head, sample }, at) => {
          const name = head || t('import.columns.number', { number: formatCount(at + 1, i18n.language) });
          return (
            <Flex key={at} component="li" wrap align="center" gap="4px 16px">
              <div className="imp-head">
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                <div className="sg-soft sg-small sg-clip">
                  {sample.filter(Boolean).map((each, index) => (
                    <Fragment key={index}>
                      {index > 0 && ' · '}
                      <bdi>{each}</bdi>
                    </Fragment>
                  ))}
                </div>
              </div>
              <Select
                className="imp-field"
                aria-label={`${t('import.columns.field')}: ${name}`}
                value={fields[at] ?? NONE}
                onChange={(value: string) => choose(at, value === NONE ? null : value)}
                showSearch
                filterOption={isLabelLike}
                options={[
                  { value: NONE, label: t('import.columns.none') },
                  ...known.map((value) => ({
                    value,
                    label: definition.fields[value]!.required ? `${words.field(value)} *` : words.field(value),
                  })),
                ]}
              />
            </Flex>
          );
        })}
      </ul>
      {hasDates && (
        <Flex component="label" wrap align="center" gap={8}>
          {t('import.dates.label')}
          <Select
            className="imp-field"
            value={dateOrder ?? NONE}
            onChange={(value) => setDateOrder(value === NONE ? null : value)}
            options={[
              { value: NONE, label: t('import.dates.recognise') },
              ...DATE_ORDERS.map((value) => ({ value, label: t(`import.dates.${value}`) })),
            ]}
          />
        </Flex>
      )}
      {problem && <Alert type="error" showIcon role="alert" message={problem} />}
      {keyMissing !== undefined ? (
        <Alert type="warning" showIcon message={t('import.columns.key_missing', { field: words.field(keyMissing) })} />
      ) : (
        missing.length > 0 && (
          <Alert
            type="info"
            showIcon
            message={t('import.columns.required_missing', {
              fields: formatList(missing.map(words.field), i18n.language),
            })}
          />
        )
      )}
      <div>
        <Button type="primary" loading={checking} disabled={keyMissing !== undefined} onClick={() => void check()}>
          {checking ? t('import.columns.checking') : t('import.columns.action')}
        </Button>
      </div>
    </Flex>
  );
}
