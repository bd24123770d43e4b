import { useState } from 'react';
import { Alert, Button, Card, Checkbox, Col, Flex, Radio, Row, Statistic } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ImportResponse } from '@contract/import.responses';
import { IMPORT_OUTCOMES } from '@contract/import-rows';
import { IMPORT_MODES, type ImportMode } from '@contract/imports';
import type { ResourceDefinition } from '@contract/resource';
import { watchJob } from '@/api/watched-jobs';
import { formatCount, formatList } from '@/components/format';
import { useSubmit } from '@/components/use-submit';
import { useResourceLabels } from '@/components/resource-labels';
import { ImportedRows } from './imported-rows';
import { checkImportFile, startImport } from './use-import';

/** Previews the result of the import before it starts. */
export function CheckStep(props: {
  definition: ResourceDefinition;
  file: ImportResponse;
  onBack: () => void;
  onChecked: (file: ImportResponse) => void;
  onStarted: (file: ImportResponse) => void;
}) {
  const { definition, file, onBack, onChecked, onStarted } = props;
  const { t, i18n } = useTranslation();
  const labels = useResourceLabels(definition);
  const [, setQuery] = useSearchParams();
  const [mode, setMode] = useState<ImportMode>('valid');
  const [invite, setInvite] = useState(false);
  // Updated before the server answers, so that the checkbox reacts at once.
  const [fieldsToCreate, setFieldsToCreate] = useState(() => findFieldsToCreate(file));
  const checkRequest = useSubmit();
  const startRequest = useSubmit();
  const isChecking = checkRequest.busy;
  const problem = checkRequest.problem ?? startRequest.problem;
  const number = (value: number) => formatCount(value, i18n.language);
  const counts = file.counts!;
  const writeCount = counts.create + counts.update;

  function changeFieldsToCreate(fields: readonly string[]): void {
    startRequest.clear();
    setFieldsToCreate(fields);
    void checkRequest.run(async () => {
      const columns = file.columns.map((column) => column.field);
      try {
        onChecked(
          await checkImportFile(file.import_id, { columns, date_order: file.date_order, create_missing: fields }),
        );
      } catch (error) {
        setFieldsToCreate(findFieldsToCreate(file));
        throw error;
      }
    });
  }
  function start(): void {
    checkRequest.clear();
    void startRequest.run(async () => {
      const job_id = await startImport(file.import_id, mode, invite);
      watchJob(job_id);
      onStarted({ ...file, job_id });
      setQuery({ file: file.import_id, step: 'done', job: job_id });
    });
  }
  return (
    <Flex vertical gap={24} className="imp-column">
      <p>
        <bdi>{file.file_name}</bdi> · {t('import.check.text')}
      </p>
      <Row gutter={[12, 12]}>
        {IMPORT_OUTCOMES.map((outcome) => (
          <Col key={outcome} xs={12} md={6}>
            <Card size="small">
              <Statistic
                title={t(`import.outcomes.${outcome}`)}
                value={number(counts[outcome])}
                valueRender={(value) => (
                  <span className={outcome === 'error' && counts.error > 0 ? 'sg-error' : undefined}>{value}</span>
                )}
              />
            </Card>
          </Col>
        ))}
      </Row>
      {file.missing.length > 0 && (
        <fieldset className="sg-stack sg-gap-8">
          <legend>{t('import.missing.label')}</legend>
          {file.missing.map(({ field, count, values }) => (
            <Checkbox
              key={field}
              checked={fieldsToCreate.includes(field)}
              disabled={isChecking}
              onChange={({ target }) =>
                changeFieldsToCreate(
                  target.checked ? [...fieldsToCreate, field] : fieldsToCreate.filter((each) => each !== field),
                )
              }
            >
              {t('import.missing.create', { field: labels.field(field), shown: number(count) })}
              <div className="sg-soft">
                <bdi>{formatList(values, i18n.language)}</bdi>
                {count > values.length && ' …'}
              </div>
            </Checkbox>
          ))}
        </fieldset>
      )}
      <ImportedRows
        definition={definition}
        file={file}
        title={t('import.check.title')}
        resultKey={JSON.stringify(counts)}
      />
      {writeCount > 0 ? (
        <fieldset>
          <legend>{t('import.mode.label')}</legend>
          <Radio.Group value={mode} onChange={({ target }) => setMode(target.value as ImportMode)}>
            <Flex vertical gap={12}>
              {IMPORT_MODES.map((each) => (
                <Radio key={each} value={each} disabled={each === 'all' && counts.error > 0}>
                  {t(`import.mode.${each}`)}
                  <div className="sg-soft">
                    {each === 'all' && counts.error > 0 ? t('import.mode.all_off') : t(`import.mode.${each}_text`)}
                  </div>
                </Radio>
              ))}
            </Flex>
          </Radio.Group>
        </fieldset>
      ) : (
        <Alert type="info" showIcon message={t('import.nothing')} />
      )}
      {definition.name === 'staff' && counts.create > 0 && (
        <Checkbox checked={invite} onChange={({ target }) => setInvite(target.checked)}>
          {t('import.invite.label')}
          <div className="sg-soft">{t('import.invite.text')}</div>
        </Checkbox>
      )}
      {problem && <Alert type="error" showIcon role="alert" message={problem} />}
      <Flex wrap gap={8}>
        <Button onClick={onBack}>{t('import.check.columns')}</Button>
        <Button type="primary" loading={startRequest.busy} disabled={writeCount === 0 || isChecking} onClick={start}>
          {t('import.action', { shown: number(writeCount) })}
        </Button>
      </Flex>
    </Flex>
  );
}

const findFieldsToCreate = (file: ImportResponse): readonly string[] =>
  file.missing.filter(({ create }) => create).map(({ field }) => field);
