import { useState } from 'react';
import { Alert, Button, Checkbox, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ImportAnswer } from '@contract/import-answers';
import { IMPORT_OUTCOMES } from '@contract/import-rows';
import { IMPORT_MODES, type ImportMode } from '@contract/imports';
import type { ResourceDefinition } from '@contract/resource';
import { watchJob } from '@/api/watched-jobs';
import { formatCount, formatList } from '@/components/format';
import { useErrorWords, useWords } from '@/components/words';
import { ImportedRows } from './imported-rows';
import { checkFile, startImport } from './use-import';

/** What would happen, before it does. */
export function CheckStep(props: {
  definition: ResourceDefinition;
  file: ImportAnswer;
  back: () => void;
  checked: (file: ImportAnswer) => void;
  begun: (file: ImportAnswer) => void;
}) {
  const { definition, file, back, checked, begun } = props;
  const { t, i18n } = useTranslation();
  const words = useWords(definition);
  const errorWords = useErrorWords();
  const [, setQuery] = useSearchParams();
  const [mode, setMode] = useState<ImportMode>('valid');
  const [invite, setInvite] = useState(false);
  // Ahead of the answer, so that the tick follows the click.
  const [created, setCreated] = useState(() => createdFields(file));
  const [checking, setChecking] = useState(false);
  const [starting, setStarting] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const number = (value: number) => formatCount(value, i18n.language);
  const counts = file.counts!;
  const writes = counts.create + counts.update;

  async function create(fields: readonly string[]): Promise<void> {
    setChecking(true);
    setFailure(null);
    setCreated(fields);
    try {
      const columns = file.columns.map((column) => column.field);
      checked(await checkFile(file.import_id, { columns, date_order: file.date_order, create_missing: fields }));
    } catch (error) {
      setCreated(createdFields(file));
      setFailure(error);
    } finally {
      setChecking(false);
    }
  }
  async function start(): Promise<void> {
    setStarting(true);
    setFailure(null);
    try {
      const job_id = await startImport(file.import_id, mode, invite);
      watchJob(job_id);
      begun({ ...file, job_id });
      setQuery({ file: file.import_id, step: 'done', job: job_id });
    } catch (error) {
      setFailure(error);
    } finally {
      setStarting(false);
    }
  }
  return (
    <div className="imp-column sg-stack sg-gap-24">
      <p>
        <bdi>{file.file_name}</bdi> · {t('import.check.text')}
      </p>
      <dl className="imp-counts">
        {IMPORT_OUTCOMES.map((outcome) => (
          <div key={outcome} className="sg-panel" data-bad={outcome === 'error' && counts.error > 0}>
            <dt>{t(`import.outcomes.${outcome}`)}</dt>
            <dd className="sg-number">{number(counts[outcome])}</dd>
          </div>
        ))}
      </dl>
      {file.missing.length > 0 && (
        <fieldset className="imp-options sg-stack sg-gap-8">
          <legend>{t('import.missing.label')}</legend>
          {file.missing.map(({ field, count, values }) => (
            <Checkbox
              key={field}
              checked={created.includes(field)}
              disabled={checking}
              onChange={({ target }) =>
                void create(target.checked ? [...created, field] : created.filter((each) => each !== field))
              }
            >
              {t('import.missing.create', { field: words.field(field), shown: number(count) })}
              <div className="sg-soft">
                <bdi>{formatList(values, i18n.language)}</bdi>
                {count > values.length && ' …'}
              </div>
            </Checkbox>
          ))}
        </fieldset>
      )}
      <ImportedRows definition={definition} file={file} title={t('import.check.title')} of={JSON.stringify(counts)} />
      {writes > 0 ? (
        <fieldset className="imp-modes">
          <legend>{t('import.mode.label')}</legend>
          <Radio.Group value={mode} onChange={({ target }) => setMode(target.value as ImportMode)}>
            {IMPORT_MODES.map((each) => (
              <Radio key={each} value={each} disabled={each === 'all' && counts.error > 0}>
                {t(`import.mode.${each}`)}
                <div className="sg-soft">
                  {each === 'all' && counts.error > 0 ? t('import.mode.all_off') : t(`import.mode.${each}_text`)}
                </div>
              </Radio>
            ))}
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
      {failure !== null && <Alert type="error" showIcon role="alert" message={errorWords(failure)} />}
      <div className="sg-row sg-wrap sg-gap-8">
        <Button onClick={back}>{t('import.check.columns')}</Button>
        <Button type="primary" loading={starting} disabled={writes === 0 || checking} onClick={() => void start()}>
          {t('import.action', { shown: number(writes) })}
        </Button>
      </div>
    </div>
  );
}

const createdFields = (file: ImportAnswer): readonly string[] =>
  file.missing.filter(({ create }) => create).map(({ field }) => field);
