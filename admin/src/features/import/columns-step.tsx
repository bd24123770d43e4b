import { Fragment, useState } from 'react';
import { Alert, Button, Flex, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ImportResponse } from '@contract/import.responses';
import {
  toImportDefinition,
  DATE_ORDERS,
  requiredImportFields,
  importableFields,
  importKeyFields,
} from '@contract/imports';
import type { ResourceDefinition } from '@contract/resource';
import { matchesLabel } from '@/components/text-normalization';
import { formatCount, formatList } from '@/components/format';
import { useSubmit } from '@/components/use-submit';
import { useResourceLabels } from '@/components/resource-labels';
import { checkImportFile } from './use-import';

const NONE = '' as const;

/** Maps columns to fields, starting from the detected ones. Each field can be used once. */
export function ColumnsStep(props: {
  definition: ResourceDefinition;
  file: ImportResponse;
  onChecked: (file: ImportResponse) => void;
}) {
  const { definition, file, onChecked } = props;
  const { t, i18n } = useTranslation();
  const labels = useResourceLabels(definition);
  const [fields, setFields] = useState<readonly (string | null)[]>(() => file.columns.map(({ field }) => field));
  const [dateOrder, setDateOrder] = useState(file.date_order);
  const { busy: checking, problem, run } = useSubmit();
  const keys = importKeyFields(definition);
  const keyMissing = keys.find((name) => !fields.includes(name));
  const fieldNames = importableFields(definition);
  const { fields: definitionFields } = toImportDefinition(definition);
  const hasDates = fields.some((name) => name !== null && definitionFields[name]?.kind === 'day');
  const missingFields = requiredImportFields(definition).filter(
    (name) => !keys.includes(name) && !fields.includes(name),
  );
  const assignField = (columnIndex: number, field: string | null) =>
    // A field used twice moves to the column chosen last.
    setFields(
      fields.map((each, index) => (index === columnIndex ? field : each === field && field !== null ? null : each)),
    );

  const check = () =>
    run(async () => {
      const create_missing = file.missing.filter(({ create }) => create).map(({ field }) => field);
      onChecked(await checkImportFile(file.import_id, { columns: fields, date_order: dateOrder, create_missing }));
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
        {file.columns.map(({ head, sample }, columnIndex) => {
          const name = head || t('import.columns.number', { number: formatCount(columnIndex + 1, i18n.language) });
          return (
            <Flex key={columnIndex} component="li" wrap align="center" gap="4px 16px">
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
                value={fields[columnIndex] ?? NONE}
                onChange={(value: string) => assignField(columnIndex, value === NONE ? null : value)}
                showSearch
                filterOption={matchesLabel}
                options={[
                  { value: NONE, label: t('import.columns.none') },
                  ...fieldNames.map((value) => ({
                    value,
                    label: definition.fields[value]!.required ? `${labels.field(value)} *` : labels.field(value),
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
        <Alert type="warning" showIcon message={t('import.columns.key_missing', { field: labels.field(keyMissing) })} />
      ) : (
        missingFields.length > 0 && (
          <Alert
            type="info"
            showIcon
            message={t('import.columns.required_missing', {
              fields: formatList(missingFields.map(labels.field), i18n.language),
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
